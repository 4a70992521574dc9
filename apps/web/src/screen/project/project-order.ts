export const projectOrders = ["recent", "name", "newest"] as const

export type ProjectOrder = (typeof projectOrders)[number]

/** Projects that were not opened lately follow by name. */
export const projectSortings = {
  recent: { property: "name", direction: "asc" },
  name: { property: "name", direction: "asc" },
  newest: { property: "createdAt", direction: "desc" }
} as const satisfies Record<ProjectOrder, object>
