import { lookup } from "node:dns/promises"
import { Context, Data, Effect, Layer } from "effect"

/** No address is known for the host: it does not exist, or the name servers do not respond. */
export class HostNotFound extends Data.TaggedError("HostNotFound")<{ readonly host: string }> {}

/** Names to addresses. Never asked for literal addresses. */
export class AddressResolver extends Context.Service<
  AddressResolver,
  {
    /** All addresses, in the order in which they are to be tried; at least one. */
    readonly resolve: (host: string) => Effect.Effect<ReadonlyArray<string>, HostNotFound>
  }
>()("@dragoman/delivery/sending/AddressResolver") {
  /** The resolver of the operating system, hosts file included. Lookups of one name at the same time share one query. */
  static readonly layer = Layer.sync(AddressResolver, () => {
    const running = new Map<string, Promise<ReadonlyArray<string>>>()
    const ask = (host: string) => {
      const known = running.get(host)
      if (known !== undefined) return known
      const asked = lookup(host, { all: true })
        .then((found) => found.map(({ address }) => address))
        .finally(() => running.delete(host))
      running.set(host, asked)
      return asked
    }
    return AddressResolver.of({
      resolve: (host) =>
        Effect.tryPromise({ try: () => ask(host), catch: () => new HostNotFound({ host }) }).pipe(
          Effect.filterOrFail(
            (addresses) => addresses.length > 0,
            () => new HostNotFound({ host })
          )
        )
    })
  })
}
