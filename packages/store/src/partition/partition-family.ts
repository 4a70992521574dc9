/** Tables that are divided by ranges of one id, which grows with time: a row and the rows under it lie in partitions of one range. */
export interface PartitionFamily {
  /** The tables and the column of the id in each, the one that gives the ids first. */
  readonly tables: ReadonlyArray<FamilyTable>
  /** Ids of one partition. */
  readonly rangeSize: number
}

export interface FamilyTable {
  readonly table: string
  readonly key: string
}

export type PartitionFamilyName = "deliveries" | "history"

/** Old deliveries are dropped with the ids of some hours or days; each poll of the dispatcher looks into every partition. ADR 146. */
const deliveriesOfRange = 10_000_000

/** Each list of texts asks every partition for the newest revision of its project, so there are few. */
const revisionsOfRange = 50_000_000

/** The tables that `dragoman partition` divides, on PostgreSQL. */
export const partitionFamilies: Readonly<Record<PartitionFamilyName, PartitionFamily>> = {
  deliveries: {
    tables: [
      { table: "delivery", key: "id" },
      { table: "delivery_content", key: "delivery_id" },
      { table: "delivery_attempt", key: "delivery_id" }
    ],
    rangeSize: deliveriesOfRange
  },
  history: {
    tables: [
      { table: "activity_revision", key: "id" },
      { table: "activity_modified_entity", key: "revision_id" },
      { table: "activity_described_entity", key: "revision_id" }
    ],
    rangeSize: revisionsOfRange
  }
}

/** The table that gives the ids. */
export const rootOf = ({ tables }: PartitionFamily): FamilyTable => tables[0] as FamilyTable

/** The partition of a table whose range begins with an id; the first one has all ids below its end. */
export const partitionName = (table: string, from: number): string => `${table}_from_${from}`
