import { useState } from "react"

interface OpenKey {
  /** `42:cs`; undefined: no text is open. */
  readonly key: string | undefined
  readonly inAddress: string | undefined
  /** Keys on their way into the address, oldest first: seeing one of them there is no news. */
  readonly onTheirWay: ReadonlyArray<string | undefined>
}

/**
 * The open text and how to open another one: at once here, a moment later in the address, where the router takes its time.
 * When the address changes by itself, it decides.
 */
export const useOpenKey = (
  inAddress: string | undefined,
  changeAddress: (key: string | undefined) => void
): readonly [string | undefined, (key: string | undefined) => void] => {
  const [state, setState] = useState<OpenKey>({ key: inAddress, inAddress, onTheirWay: [] })
  if (inAddress !== state.inAddress) setState(withAddress(state, inAddress))
  const open = (key: string | undefined) => {
    setState((before) => withKey(before, key))
    changeAddress(key)
  }
  return [state.key, open]
}

const withKey = (before: OpenKey, key: string | undefined): OpenKey => {
  const { inAddress, onTheirWay } = before
  const last = onTheirWay.length === 0 ? inAddress : onTheirWay.at(-1)
  return { ...before, key, onTheirWay: key === last ? onTheirWay : [...onTheirWay, key] }
}

const withAddress = ({ key, onTheirWay }: OpenKey, inAddress: string | undefined): OpenKey => {
  const own = onTheirWay.lastIndexOf(inAddress)
  return own === -1
    ? { key: inAddress, inAddress, onTheirWay: [] }
    : { key, inAddress, onTheirWay: onTheirWay.slice(own + 1) }
}
