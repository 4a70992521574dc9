import { Context, Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"

/** A client of one of several databases, until the scope closes. */
export const openClient = (
  layer: Layer.Layer<SqlClient.SqlClient>
): Effect.Effect<SqlClient.SqlClient, never, Scope.Scope> =>
  Effect.map(Layer.build(layer), (context) => Context.get(context, SqlClient.SqlClient))
