import type { Engine } from "../database/database.ts"
import type { Migration } from "./migration.ts"

/**
 * Data of a file about one text lies at the text (ADR 82). Until now it lay in the custom values of the key, which show it to
 * everyone who may view keys: under names that end with a language, and under names that held for all languages. Values of a
 * language that the project does not have are dropped: no export wrote them.
 */
export const formatData: Migration = {
  version: 30,
  name: "format data",
  statements: ({ integer, text, clustered, engine }) => {
    const { entriesOf, raw, quote, join, nameOf } = jsonOf(engine)
    const kept = (table: string, condition: string) =>
      `(SELECT '{' || ${join(`${quote("v.key")} || ':' || ${raw}`)} || '}' FROM ${entriesOf(table)} WHERE ${condition})`
    return [
      `CREATE TABLE translation_format_data (
        translation_id ${integer} NOT NULL REFERENCES translation (id) ON DELETE CASCADE,
        format ${text} NOT NULL,
        data ${text} NOT NULL,
        text_data ${text},
        text ${text},
        PRIMARY KEY (translation_id, format)
      ) ${clustered}`,
      `ALTER TABLE import_key ADD COLUMN format_data ${text}`,
      `ALTER TABLE import_language ADD COLUMN is_repeated ${integer} NOT NULL DEFAULT 0`,

      `CREATE TABLE moved_custom_value (
        key_id ${integer} NOT NULL,
        language_id ${integer} NOT NULL,
        name ${text} NOT NULL,
        value ${text} NOT NULL
      )`,
      `INSERT INTO moved_custom_value (key_id, language_id, name, value)
      SELECT k.id, l.id, v.key, ${raw}
      FROM translation_key k CROSS JOIN ${entriesOf("k")}
      JOIN project p ON p.id = k.project_id JOIN language l ON l.id = p.base_language_id
      WHERE k.custom_values LIKE '{"%' AND v.key IN (${list(Object.keys(formatOfShared))})`,
      `INSERT INTO moved_custom_value (key_id, language_id, name, value)
      SELECT k.id, l.id, ${nameOf("v.key")}, ${raw}
      FROM translation_key k CROSS JOIN ${entriesOf("k")}
      JOIN language l ON l.project_id = k.project_id AND l.deleted_at IS NULL
      WHERE k.custom_values LIKE '{"%'
        AND v.key IN (${Object.keys(formatOfTagged)
          .map((name) => `'${name}:' || l.tag`)
          .join(", ")})`,
      `CREATE INDEX moved_custom_value_key ON moved_custom_value (key_id, name)`,
      `INSERT INTO translation (key_id, language_id, state)
      SELECT DISTINCT m.key_id, m.language_id, 'UNTRANSLATED' FROM moved_custom_value m
      WHERE NOT EXISTS (SELECT 1 FROM translation t WHERE t.key_id = m.key_id AND t.language_id = m.language_id)`,
      // An unfinished text is known by its start: another one is finished.
      `INSERT INTO translation_format_data (translation_id, format, data, text_data, text)
      SELECT translation_id, format, COALESCE('{' || ${join("member")} || '}', '{}'),
        CASE WHEN max(is_unfinished) = 1 THEN '{"_qtUnfinished":true}' END,
        CASE WHEN max(is_unfinished) = 1 THEN text END
      FROM (
        SELECT t.id AS translation_id, t.text, CASE m.name ${formatCases} END AS format,
          CASE WHEN m.name <> '_qtUnfinished' THEN ${quote("m.name")} || ':' || m.value END AS member,
          CASE WHEN m.name = '_qtUnfinished' THEN 1 ELSE 0 END AS is_unfinished
        FROM moved_custom_value m JOIN translation t ON t.key_id = m.key_id AND t.language_id = m.language_id
        WHERE m.name <> '_qtUnfinished' OR m.value = ${quote("substr(t.text, 1, 200)")}
      ) moved
      GROUP BY translation_id, format, text`,
      // Two statements: with both conditions PostgreSQL looks through all moved values for each key.
      ...["id IN (SELECT key_id FROM moved_custom_value)", `(${mentionsTagged("custom_values")})`].map(
        (condition) => `UPDATE translation_key SET custom_values = ${kept(
          "translation_key",
          `NOT ${isTagged("v.key")} AND NOT EXISTS (
            SELECT 1 FROM moved_custom_value m WHERE m.key_id = translation_key.id AND m.name = v.key)`
        )}
        WHERE custom_values LIKE '{"%' AND ${condition}`
      ),
      `DROP TABLE moved_custom_value`,

      // Uploads that are not applied yet say no more about their texts; plans would speak of the keys.
      `UPDATE import_key SET custom_values = ${kept(
        "import_key",
        `NOT ${isTagged("v.key")} AND v.key NOT IN (${list(Object.keys(formatOfShared))})`
      )}
      WHERE custom_values LIKE '{"%'`,
      `UPDATE import_plan SET deleted_at = created_at WHERE deleted_at IS NULL`
    ]
  },
  undo: {
    loses:
      "what files of one language say about their texts, but for the comments, patterns and spellings that the older version keeps with keys",
    statements: ({ integer, text, engine }) => {
      const { entriesOf, raw, quote, join } = jsonOf(engine)
      const dataOf = (column: string, condition: string) => `
        SELECT t.key_id, l.tag, v.key AS name, ${raw} AS value, l.id = p.base_language_id AS is_base
        FROM translation_format_data d CROSS JOIN ${entriesOf("d", column)}
        JOIN translation t ON t.id = d.translation_id JOIN language l ON l.id = t.language_id
        JOIN project p ON p.id = l.project_id
        WHERE d.${column} LIKE '{"%' AND ${condition}`
      return [
        `CREATE TABLE moved_custom_value (
          key_id ${integer} NOT NULL, name ${text} NOT NULL, value ${text} NOT NULL
        )`,
        `INSERT INTO moved_custom_value (key_id, name, value)
        SELECT key_id, CASE WHEN name IN (${list(Object.keys(formatOfShared))}) THEN name ELSE name || ':' || tag END, max(value)
        FROM (${dataOf("data", "true")} UNION ALL ${dataOf("text_data", "v.key <> '_qtUnfinished' AND d.text = t.text")}
          UNION ALL
          SELECT t.key_id, l.tag, '_qtUnfinished', ${quote("substr(t.text, 1, 200)")}, true
          FROM translation_format_data d JOIN translation t ON t.id = d.translation_id AND d.text = t.text
          JOIN language l ON l.id = t.language_id
          WHERE d.text_data LIKE '%"_qtUnfinished":true%'
        ) data
        WHERE name IN (${list(Object.keys(formatOfTagged))}) OR is_base AND name IN (${list(Object.keys(formatOfShared))})
        GROUP BY key_id, 2`,
        `CREATE INDEX moved_custom_value_key ON moved_custom_value (key_id, name)`,
        `UPDATE translation_key SET custom_values = (
          SELECT '{' || ${join("member")} || '}' FROM (
            SELECT ${quote("v.key")} || ':' || ${raw} AS member FROM ${entriesOf("translation_key")}
            WHERE NOT EXISTS (SELECT 1 FROM moved_custom_value m WHERE m.key_id = translation_key.id AND m.name = v.key)
            UNION ALL
            SELECT ${quote("m.name")} || ':' || m.value FROM moved_custom_value m WHERE m.key_id = translation_key.id
          ) members
        )
        WHERE id IN (SELECT key_id FROM moved_custom_value)`,
        `DROP TABLE moved_custom_value`,
        `ALTER TABLE import_language DROP COLUMN is_repeated`,
        `ALTER TABLE import_key DROP COLUMN format_data`,
        `DROP TABLE translation_format_data`
      ]
    }
  }
}

/** The formats of the values that held for all languages; `""`: which one it was is not known. They go to the base language. */
const formatOfShared: Readonly<Record<string, string>> = {
  _percentSigns: "",
  _spacedPlaceholders: "JSON_I18NEXT",
  _literal: "PROPERTIES",
  _xliffOriginalData: "XLIFF_2",
  _webExtensionPlaceholders: "JSON_WEBEXTENSION",
  _androidMarkup: "ANDROID_XML"
}

/** The formats of the values with a language behind a colon. */
const formatOfTagged: Readonly<Record<string, string>> = {
  _poTranslatorComment: "PO",
  _qtTranslatorComment: "QT_TS",
  _qtUnfinished: "QT_TS",
  _fluentPattern: "FLUENT",
  _laravelChoice: "PHP_LARAVEL"
}

const formatCases = Object.entries({ ...formatOfShared, ...formatOfTagged })
  .map(([name, format]) => `WHEN '${name}' THEN '${format}'`)
  .join(" ")

const list = (names: ReadonlyArray<string>): string => names.map((name) => `'${name}'`).join(", ")

const isTagged = (name: string): string => `(${likeAny(name, "", ":%")})`

const mentionsTagged = (column: string): string => likeAny(column, '%"', ":%")

/** The underscore stands for any character, too, which does no harm here. */
const likeAny = (value: string, start: string, end: string): string =>
  Object.keys(formatOfTagged)
    .map((name) => `${value} LIKE '${start}${name}${end}'`)
    .join(" OR ")

/** Objects of JSON as rows `v` and back. A column that holds no object has none. */
const jsonOf = (engine: Engine) => {
  const objectIn = (table: string, column = "custom_values") =>
    `CASE WHEN ${table}.${column} LIKE '{"%' THEN ${table}.${column} ELSE '{}' END`
  return engine === "postgres"
    ? {
        entriesOf: (table: string, column?: string) => `json_each(CAST(${objectIn(table, column)} AS JSON)) v`,
        raw: "CAST(v.value AS TEXT)",
        quote: (value: string) => `CAST(to_json(CAST(${value} AS TEXT)) AS TEXT)`,
        join: (value: string) => `string_agg(${value}, ',')`,
        nameOf: (value: string) => `split_part(${value}, ':', 1)`
      }
    : {
        entriesOf: (table: string, column?: string) => `json_each(${objectIn(table, column)}) v`,
        raw: `CASE v.type WHEN 'text' THEN json_quote(v.value) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
          WHEN 'null' THEN 'null' ELSE CAST(v.value AS TEXT) END`,
        quote: (value: string) => `json_quote(${value})`,
        join: (value: string) => `group_concat(${value}, ',')`,
        nameOf: (value: string) => `substr(${value}, 1, instr(${value}, ':') - 1)`
      }
}
