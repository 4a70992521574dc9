import type { EventFilter } from "@dragoman/domain/webhook"

/** As it is stored: a filter is always read whole. */
export const eventFilterToText = (filter: EventFilter | null): string | null =>
  filter === null ? null : JSON.stringify(filter)

export const eventFilterFromText = (text: string | null): EventFilter | null =>
  text === null ? null : (JSON.parse(text) as EventFilter)
