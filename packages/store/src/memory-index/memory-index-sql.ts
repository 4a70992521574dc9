import type { SqlClient } from "effect/sql"

/** The organization and the source language of each memory. */
export const originsOfMemories = (sql: SqlClient.SqlClient) => sql`
  SELECT m.id AS memory_id, COALESCE(m.organization_id, p.organization_id) AS organization_id,
    lower(COALESCE(m.source_language_tag, l.tag)) AS language_tag
  FROM memory m LEFT JOIN project p ON p.id = m.project_id LEFT JOIN language l ON l.id = p.base_language_id`

/** Live keys `k` of default branches that are not indexed with the base text that they have: tables with their condition. */
export const staleKeys = (sql: SqlClient.SqlClient) => sql`
  translation_key k JOIN project p ON p.id = k.project_id AND p.deleted_at IS NULL
  JOIN language l ON l.id = p.base_language_id
  JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = l.id AND b.text IS NOT NULL
  LEFT JOIN memory_key m ON m.key_id = k.id
  LEFT JOIN memory_source s ON s.id = m.source_id
  LEFT JOIN memory_index i ON i.id = s.index_id
  WHERE k.deleted_at IS NULL AND k.branch_id IS NULL AND (
    i.id IS NULL OR s.text <> b.text OR i.language_tag <> lower(l.tag) OR i.organization_id <> p.organization_id)`

/** Stored entries `e` that are not indexed with the source that they have: tables with their condition. */
export const staleEntries = (sql: SqlClient.SqlClient) => sql`
  memory_entry e JOIN (${originsOfMemories(sql)}) o ON o.memory_id = e.memory_id
  LEFT JOIN memory_entry_source m ON m.entry_id = e.id
  LEFT JOIN memory_source s ON s.id = m.source_id
  LEFT JOIN memory_index i ON i.id = s.index_id
  WHERE o.language_tag IS NOT NULL AND (
    i.id IS NULL OR s.text <> e.source_text OR i.language_tag <> o.language_tag
    OR i.organization_id <> o.organization_id)`

/** The condition of a source that neither a key nor an entry has. */
export const isUnused = (sql: SqlClient.SqlClient) => sql`
  NOT EXISTS (SELECT 1 FROM memory_key WHERE memory_key.source_id = memory_source.id)
  AND NOT EXISTS (SELECT 1 FROM memory_entry_source WHERE memory_entry_source.source_id = memory_source.id)`
