import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Sentences that hold for a database whenever no transaction runs, on either engine. Each query finds the rows that break the
 * sentence; its one column `id` says which.
 */
const invariants: ReadonlyArray<readonly [sentence: string, query: Query]> = [
  [
    "Only an untranslated or disabled translation has no text.",
    `SELECT id FROM translation WHERE (text IS NULL) <> (state IN ('UNTRANSLATED', 'DISABLED')) OR text = ''`
  ],
  [
    "A translation without a text carries no flags and counts no words.",
    `SELECT id FROM translation
      WHERE text IS NULL AND (is_auto = 1 OR machine_translation_provider IS NOT NULL OR prompt_id IS NOT NULL OR word_count IS NOT NULL)`
  ],
  [
    "The key and the language of a translation belong to one project.",
    `SELECT t.id FROM translation t
      JOIN translation_key k ON k.id = t.key_id JOIN language l ON l.id = t.language_id
      WHERE k.project_id <> l.project_id`
  ],
  [
    "Issues of quality checks, and texts that wait for a check, lie in the project of their key.",
    `SELECT q.translation_id AS id FROM (
        SELECT translation_id, project_id FROM quality_issue UNION ALL SELECT translation_id, project_id FROM stale_check
      ) q JOIN translation t ON t.id = q.translation_id JOIN translation_key k ON k.id = t.key_id
      WHERE k.project_id <> q.project_id`
  ],
  [
    "A suggestion lies in the project of its key and its language.",
    `SELECT s.id FROM translation_suggestion s
      JOIN translation_key k ON k.id = s.key_id JOIN language l ON l.id = s.language_id
      WHERE k.project_id <> s.project_id OR l.project_id <> s.project_id`
  ],
  [
    "Active suggestions for a key in a language have different texts.",
    `SELECT MAX(id) AS id FROM translation_suggestion WHERE state = 'ACTIVE'
      GROUP BY key_id, language_id, text HAVING count(*) > 1`
  ],
  [
    "Settings of quality checks lie in the project of their language.",
    `SELECT s.id FROM quality_setting s JOIN language l ON l.id = s.language_id WHERE l.project_id <> s.project_id`
  ],
  [
    "Settings and notes of machine translation lie in the project of their language.",
    `SELECT s.language_id AS id FROM (
        SELECT language_id, project_id FROM machine_translation_setting UNION ALL
        SELECT language_id, project_id FROM translation_note
      ) s JOIN language l ON l.id = s.language_id WHERE l.project_id <> s.project_id`
  ],
  [
    "Settings of machine translation choose prompts of their project.",
    `SELECT x.prompt_id AS id FROM machine_translation_service x
      JOIN machine_translation_setting s ON s.id = x.setting_id JOIN prompt p ON p.id = x.prompt_id
      WHERE p.project_id <> s.project_id`
  ],
  [
    "A translation and its labels belong to one project.",
    `SELECT x.translation_id AS id FROM translation_label x JOIN label l ON l.id = x.label_id
      WHERE l.project_id <> x.project_id`
  ],
  [
    "A task, its language and its keys belong to one project, and its keys to its branch.",
    `SELECT t.id FROM task t JOIN language l ON l.id = t.language_id WHERE l.project_id <> t.project_id
      UNION ALL SELECT t.id FROM task t JOIN task_key i ON i.task_id = t.id JOIN translation_key k ON k.id = i.key_id
      WHERE k.project_id <> t.project_id OR k.branch_id IS DISTINCT FROM t.branch_id`
  ],
  [
    "The number of a task is at most the highest number of its project.",
    `SELECT t.id FROM task t JOIN project p ON p.id = t.project_id WHERE t.number > p.last_task_number`
  ],
  [
    "A task that is open has no end, and a closed one has.",
    `SELECT id FROM task WHERE (closed_at IS NULL) <> (state IN ('NEW', 'IN_PROGRESS'))`
  ],
  [
    "A translation memory belongs either to a project or to an organization, where it has a name and a language.",
    `SELECT id FROM memory WHERE (project_id IS NULL) = (organization_id IS NULL)
      OR (organization_id IS NOT NULL AND (name IS NULL OR source_language_tag IS NULL))`
  ],
  [
    "A project uses shared translation memories of its organization only.",
    `SELECT a.memory_id AS id FROM memory_assignment a
      JOIN memory m ON m.id = a.memory_id JOIN project p ON p.id = a.project_id
      WHERE m.organization_id IS DISTINCT FROM p.organization_id`
  ],
  [
    "A project uses glossaries of its organization only.",
    `SELECT a.glossary_id AS id FROM glossary_project a
      JOIN glossary g ON g.id = a.glossary_id JOIN project p ON p.id = a.project_id
      WHERE g.organization_id <> p.organization_id`
  ],
  [
    "A text of a term is not empty, and lies in the glossary of its term.",
    `SELECT x.term_id AS id FROM glossary_term_translation x JOIN glossary_term t ON t.id = x.term_id
      WHERE x.text = '' OR x.glossary_id <> t.glossary_id`
  ],
  [
    "A term that is not translated has a text in the base language of its glossary at most.",
    `SELECT t.id FROM glossary_term t JOIN glossary g ON g.id = t.glossary_id
      JOIN glossary_term_translation x ON x.term_id = t.id
      WHERE t.is_non_translatable = 1 AND x.language_tag <> g.base_language_tag`
  ],
  [
    "A key and its namespace belong to one project.",
    `SELECT k.id FROM translation_key k JOIN namespace n ON n.id = k.namespace_id WHERE n.project_id <> k.project_id`
  ],
  [
    "A key and its tags belong to one project.",
    `SELECT kt.key_id AS id FROM key_tag kt
      JOIN translation_key k ON k.id = kt.key_id JOIN tag g ON g.id = kt.tag_id
      WHERE g.project_id <> k.project_id`
  ],
  ["Every tag belongs to a key.", `SELECT id FROM tag WHERE id NOT IN (SELECT tag_id FROM key_tag)`],
  [
    "Every namespace has keys or is a default namespace.",
    `SELECT n.id FROM namespace n
      WHERE NOT EXISTS (SELECT 1 FROM translation_key k WHERE k.namespace_id = n.id)
        AND NOT EXISTS (SELECT 1 FROM project p WHERE p.default_namespace_id = n.id)`
  ],
  [
    "The server has an administrator who is not disabled.",
    `SELECT 0 AS id WHERE EXISTS (SELECT 1 FROM user_account) AND NOT EXISTS (
      SELECT 1 FROM user_account WHERE server_role = 'ADMIN' AND disabled_at IS NULL AND deleted_at IS NULL)`
  ],
  [
    "Every organization has an owner who is not disabled.",
    `SELECT o.id FROM organization o WHERE o.deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM organization_role r JOIN user_account u ON u.id = r.user_id
      WHERE r.organization_id = o.id AND r.role = 'OWNER' AND u.disabled_at IS NULL AND u.deleted_at IS NULL)`
  ],
  [
    "A deleted user has no role in an organization.",
    `SELECT r.user_id AS id FROM organization_role r JOIN user_account u ON u.id = r.user_id
      WHERE u.deleted_at IS NOT NULL`
  ],
  [
    "A deleted user has no permission in a project.",
    `SELECT d.user_id AS id FROM direct_permission d JOIN user_account u ON u.id = d.user_id
      WHERE u.deleted_at IS NOT NULL`
  ],
  [
    "A deleted user has no project API key, no personal access token and no console session.",
    `SELECT u.id FROM user_account u WHERE u.deleted_at IS NOT NULL AND (
      EXISTS (SELECT 1 FROM project_api_key a WHERE a.user_id = u.id) OR
      EXISTS (SELECT 1 FROM personal_access_token t WHERE t.user_id = u.id) OR
      EXISTS (SELECT 1 FROM console_session s WHERE s.user_id = u.id))`
  ],
  [
    "A disabled user has no console session.",
    `SELECT s.id FROM console_session s JOIN user_account u ON u.id = s.user_id WHERE u.disabled_at IS NOT NULL`
  ],
  [
    "A deleted organization has no projects.",
    `SELECT p.id FROM project p JOIN organization o ON o.id = p.organization_id
      WHERE p.deleted_at IS NULL AND o.deleted_at IS NOT NULL`
  ],
  [
    "A deleted project has no languages.",
    `SELECT l.id FROM language l JOIN project p ON p.id = l.project_id
      WHERE l.deleted_at IS NULL AND p.deleted_at IS NOT NULL`
  ],
  [
    "The base language of a project is one of its languages.",
    `SELECT p.id FROM project p WHERE p.deleted_at IS NULL AND p.base_language_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM language l WHERE l.id = p.base_language_id AND l.project_id = p.id AND l.deleted_at IS NULL)`
  ],
  [
    "The default namespace of a project is one of its namespaces.",
    `SELECT p.id FROM project p WHERE p.deleted_at IS NULL AND p.default_namespace_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM namespace n WHERE n.id = p.default_namespace_id AND n.project_id = p.id)`
  ],
  [
    "A permission of a project is limited to languages of the project only.",
    limitedTo("direct_permission d", "d.user_id")
  ],
  [
    "An invitation into a project is limited to languages of the project only.",
    limitedTo("invitation d", "d.id", "d.project_id IS NOT NULL AND")
  ],
  [
    "The number of issues of an import file is that of its rows.",
    `SELECT f.id FROM import_file f JOIN import i ON i.id = f.import_id
      WHERE i.deleted_at IS NULL AND i.is_staging = 0
        AND f.issue_count <> (SELECT count(*) FROM import_file_issue s WHERE s.import_file_id = f.id AND s.type <> 'NOTICE')`
  ],
  [
    "The numbers of texts, conflicts and resolved ones of an import language are those of its rows.",
    `SELECT l.id FROM import_language l
      JOIN import_file f ON f.id = l.import_file_id JOIN import i ON i.id = f.import_id
      LEFT JOIN (
        SELECT t.import_language_id, count(*) AS texts, count(t.conflict_translation_id) AS conflicts,
          count(CASE WHEN t.conflict_translation_id IS NOT NULL THEN t.resolved_text_hash END) AS resolved
        FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
        WHERE t.is_selected = 1 AND k.is_imported = 1 GROUP BY t.import_language_id
      ) c ON c.import_language_id = l.id
      WHERE i.deleted_at IS NULL AND i.is_staging = 0 AND (
        l.total_count <> COALESCE(c.texts, 0) OR
        (l.existing_language_id IS NOT NULL AND
          (l.conflict_count <> COALESCE(c.conflicts, 0) OR l.resolved_count <> COALESCE(c.resolved, 0))))`
  ],
  [
    "A language of an import is paired with a language of the project.",
    `SELECT l.id FROM import_language l
      JOIN import_file f ON f.id = l.import_file_id JOIN import i ON i.id = f.import_id
      JOIN project p ON p.id = i.project_id
      WHERE i.deleted_at IS NULL AND p.deleted_at IS NULL AND l.existing_language_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM language e
        WHERE e.id = l.existing_language_id AND e.project_id = i.project_id AND e.deleted_at IS NULL)`
  ],
  [
    "An imported text is in conflict with a text of a key that is not in the trash.",
    `SELECT t.id FROM import_translation t
      JOIN import_language l ON l.id = t.import_language_id JOIN import_file f ON f.id = l.import_file_id
      JOIN import i ON i.id = f.import_id JOIN project p ON p.id = i.project_id
      WHERE i.deleted_at IS NULL AND p.deleted_at IS NULL AND l.existing_language_id IS NOT NULL
        AND t.conflict_translation_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM translation x JOIN translation_key k ON k.id = x.key_id
          WHERE x.id = t.conflict_translation_id AND k.project_id = i.project_id AND k.deleted_at IS NULL)`
  ],
  [
    "A key and a language of an imported text belong to one file.",
    `SELECT t.id FROM import_translation t
      JOIN import_language l ON l.id = t.import_language_id JOIN import_key k ON k.id = t.import_key_id
      WHERE l.import_file_id <> k.import_file_id`
  ],
  [
    "Every activity revision that is shown has modified entities.",
    `SELECT r.id FROM activity_revision r
      WHERE r.batch_job_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM activity_modified_entity m WHERE m.revision_id = COALESCE(r.entities_of, r.id))`
  ],
  [
    "A batch job and its activity revision belong to one project.",
    `SELECT j.id FROM batch_job j WHERE j.activity_revision_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM activity_revision r WHERE r.id = j.activity_revision_id AND r.project_id = j.project_id)`
  ],
  [
    "A batch job that succeeded has no keys left, and has done them all.",
    `SELECT j.id FROM batch_job j WHERE j.status = 'SUCCESS' AND (
      j.done_items <> j.total_items OR EXISTS (SELECT 1 FROM batch_job_piece p WHERE p.job_id = j.id))`
  ],
  [
    "A delivery counts its attempts, of which the last one is in its row.",
    `SELECT d.id FROM delivery d
      WHERE d.attempt_count <= (SELECT COALESCE(max(a.number), -1) FROM delivery_attempt a WHERE a.delivery_id = d.id)`
  ],
  ["Deliveries have different messages.", "SELECT MAX(id) AS id FROM delivery GROUP BY message_id HAVING count(*) > 1"],
  [
    "What belongs to a key says the key's project.",
    ["translation", "key_tag", "key_neighbour", "screenshot_reference", "task_key"]
      .map(
        (table) =>
          `SELECT k.id FROM ${table} x JOIN translation_key k ON k.id = x.key_id WHERE x.project_id <> k.project_id`
      )
      .concat(
        ["translation_comment", "translation_format_data", "translation_label"].map(
          (table) =>
            `SELECT t.id FROM ${table} x JOIN translation t ON t.id = x.translation_id WHERE x.project_id <> t.project_id`
        )
      )
      .join(" UNION ALL ")
  ],
  [
    "A key that is not on the default branch lies on a branch of its project.",
    `SELECT k.id FROM translation_key k LEFT JOIN branch b ON b.id = k.branch_id
      WHERE k.branch_id IS NOT NULL AND (b.id IS NULL OR b.project_id <> k.project_id OR b.is_default = 1)`
  ],
  [
    "Imports and activity that are not of the default branch are of another branch of their project.",
    ["import", "activity_revision"]
      .map(
        (table) => `SELECT x.id FROM ${table} x JOIN project p ON p.id = x.project_id AND p.deleted_at IS NULL
          LEFT JOIN branch b ON b.id = x.branch_id
          WHERE x.branch_id IS NOT NULL AND (b.id IS NULL OR b.project_id <> x.project_id OR b.is_default = 1)`
      )
      .join(" UNION ALL ")
  ],
  [
    "No import waits on a deleted branch.",
    `SELECT i.id FROM import i JOIN branch b ON b.id = i.branch_id WHERE i.deleted_at IS NULL AND b.state = 'DELETED'`
  ],
  [
    "A branch is made from another branch of its project, and merged into one.",
    `SELECT b.id FROM branch b LEFT JOIN branch o ON o.id = b.origin_branch_id
      WHERE b.origin_branch_id IS NOT NULL
        AND (b.is_default = 1 OR o.id IS NULL OR o.project_id <> b.project_id OR o.is_default = 1)
    UNION ALL
    SELECT m.id FROM branch_merge m JOIN branch b ON b.id IN (m.source_branch_id, m.target_branch_id)
      WHERE b.project_id <> m.project_id`
  ],
  [
    "A deleted branch has a time of deletion, and no other one has.",
    `SELECT id FROM branch WHERE (state = 'DELETED') <> (deleted_at IS NOT NULL)`
  ],
  [
    "A copied key lies on another branch of the project of its origin.",
    `SELECT k.id FROM translation_key k LEFT JOIN translation_key o ON o.id = k.origin_key_id
      WHERE k.origin_key_id IS NOT NULL
        AND (k.branch_id IS NULL OR o.project_id <> k.project_id OR o.branch_id = k.branch_id)`
  ],
  [
    "Keys that are shown near each other lie on one branch.",
    `SELECT x.key_id AS id FROM key_neighbour x
      JOIN translation_key k ON k.id = x.key_id JOIN translation_key n ON n.id = x.neighbour_id
      WHERE COALESCE(k.branch_id, 0) <> COALESCE(n.branch_id, 0)`
  ],
  [
    "A branch that is open has been copied completely, and nobody copies it.",
    `SELECT id FROM branch WHERE state = 'READY' AND (copied_count <> key_count OR leased_until IS NOT NULL)`
  ],
  [
    "A screenshot and its keys belong to one project.",
    `SELECT s.image_id AS id FROM screenshot_reference s JOIN translation_key k ON k.id = s.key_id
      GROUP BY s.image_id HAVING count(DISTINCT k.project_id) > 1`
  ],
  [
    "The picture of a user, organization or project exists.",
    ["user_account", "organization", "project"]
      .map(
        (table) => `SELECT o.id FROM ${table} o WHERE o.avatar_hash IS NOT NULL AND o.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM image i WHERE i.name = o.avatar_hash)`
      )
      .join(" UNION ALL ")
  ],
  [
    "Every row that another one names exists.",
    // PostgreSQL checks foreign keys always, SQLite when the connection has switched that on.
    { sqlite: `SELECT rowid AS id FROM pragma_foreign_key_check`, postgres: `SELECT 0 AS id WHERE false` }
  ]
]

/** One text for both engines, or one for each. */
type Query = string | { readonly sqlite: string; readonly postgres: string }

/** The permissions that name a language which their project does not have. */
function limitedTo(table: string, id: string, condition = ""): Query {
  const lists = ["translate_language_ids", "view_language_ids", "state_change_language_ids"]
  const query = (each: (column: string) => string) =>
    lists
      .map(
        (column) => `SELECT ${id} AS id FROM ${table} JOIN project p ON p.id = d.project_id
          WHERE ${condition} d.${column} IS NOT NULL AND p.deleted_at IS NULL AND EXISTS (
            SELECT 1 FROM ${each(`d.${column}`)} WHERE NOT EXISTS (
              SELECT 1 FROM language l
              WHERE l.id = CAST(input.value AS BIGINT) AND l.project_id = p.id AND l.deleted_at IS NULL))`
      )
      .join(" UNION ALL ")
  return {
    sqlite: query((column) => `json_each(${column}) AS input`),
    postgres: query((column) => `json_array_elements_text(CAST(${column} AS JSON)) AS input(value)`)
  }
}

/**
 * The sentences that are not true of the database, each with how many rows break it and the id of one of them; empty: all
 * is well. One statement, so it sees one moment also while others write.
 */
export const checkInvariants: Effect.Effect<ReadonlyArray<string>, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const engine = sql.onDialectOrElse({ pg: () => "postgres" as const, orElse: () => "sqlite" as const })
    const queries = invariants.map(([, query], index) => {
      const text = typeof query === "string" ? query : query[engine]
      return `SELECT ${index} AS position, count(*) AS broken, min(v.id) AS example FROM (${text}) v HAVING count(*) > 0`
    })
    const broken = yield* sql<{ position: number; broken: number; example: number }>`
      SELECT CAST(position AS INTEGER) AS position, CAST(broken AS INTEGER) AS broken,
        CAST(example AS BIGINT) AS example
      FROM (${sql.literal(queries.join("\nUNION ALL\n"))}) checked ORDER BY position`
    return broken.map((row) => `${invariants[row.position]?.[0]} Broken by ${row.broken}, first ${row.example}`)
  }
).pipe(Effect.orDie)
