import { Context } from "effect"

/** What is found out about a request while it is answered; the access log and the metrics read it afterwards. */
export interface RequestFacts {
  /** The pattern of the route (`/v2/projects/:projectId`), never the path itself; null: no route was reached. */
  route: string | null
  /** null: nobody said who they are, or not credibly. */
  userId: number | null
}

/** One of them for each request; without a server around, a place where notes go nowhere. */
export const CurrentRequestFacts = Context.Reference<RequestFacts>(
  "@dragoman/server/platform/http/CurrentRequestFacts",
  {
    defaultValue: () => ({ route: null, userId: null })
  }
)
