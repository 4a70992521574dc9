import type { FoundKeyModel, KeyModel, TagModel, UsedNamespaceModel } from "@dragoman/api"
import { Effect, Schema } from "effect"
import { api, projectPath } from "../tool/call-api.ts"
import {
  branchField,
  listed,
  Names,
  namespaceField,
  optional,
  type Page,
  pageFields,
  pageOf,
  projectField,
  required,
  tool
} from "../tool/tool.ts"
import { findKeyId, findKeyIds } from "./find-keys.ts"

const showKey = ({
  id,
  name,
  namespace,
  description
}: Pick<KeyModel, "id" | "name" | "namespace" | "description">) => ({
  keyId: id,
  keyName: name,
  namespace,
  description
})

const keyNameField = { keyName: required(Schema.String, "Name of the key.") }
const keyNamesField = { keyNames: required(Names, "Names of the keys, up to 100; all in the same namespace.") }
const Texts = Schema.Record(Schema.String, Schema.String)

/** Keys created by one call. */
const createdMax = 500

const NewKey = Schema.Struct({
  name: required(Schema.String, "Name of the key, such as booking.title."),
  namespace: optional(Schema.String, "Namespace of the key; absent: that of the call."),
  description: optional(Schema.String, "Description for translators: where and how the text is shown."),
  translations: optional(Texts, "Texts by language tag, as ICU messages."),
  tags: optional(Schema.Array(Schema.String), "Tags of the key; missing ones are created.")
})

/** Keys with their tags, namespaces and relations. */
export const keyTools = [
  tool({
    name: "list_keys",
    title: "List keys",
    description: "Lists the keys of a project page by page. To find keys by a name or a text, use search_keys.",
    effect: "read",
    fields: { ...projectField, ...branchField, ...pageFields },
    run: ({ branch, ...input }) =>
      Effect.map(api.get<Page<"keys", KeyModel>>(`${projectPath(input)}/keys`, { branch, ...pageOf(input) }), (keys) =>
        listed(keys, "keys", showKey)
      )
  }),
  tool({
    name: "search_keys",
    title: "Search keys",
    description: "Searches keys by name, namespace and text, ignoring case, accents and small typing errors.",
    effect: "read",
    fields: {
      ...projectField,
      query: required(Schema.String, "Text to search for."),
      languageTag: optional(
        Schema.String,
        "Tag of a language whose texts are searched and returned, besides the base language."
      ),
      ...branchField,
      ...pageFields
    },
    run: ({ query, languageTag, branch, ...input }) =>
      Effect.map(
        api.get<Page<"keys", FoundKeyModel>>(`${projectPath(input)}/keys/search`, {
          search: query,
          languageTag,
          branch,
          ...pageOf(input)
        }),
        (keys) =>
          listed(keys, "keys", ({ baseTranslation, translation, plural, ...key }) => ({
            ...showKey(key),
            baseTranslation,
            translation,
            plural
          }))
      )
  }),
  tool({
    name: "get_key",
    title: "Get a key",
    description: "Returns name, namespace and description of a key. Its texts: get_translations.",
    effect: "read",
    fields: { ...projectField, ...keyNameField, ...namespaceField, ...branchField },
    run: Effect.fnUntraced(function* ({ keyName, ...place }) {
      const id = yield* findKeyId(place, keyName)
      const key = yield* api.get<KeyModel>(`${projectPath(place)}/keys/${id}`)
      return { ...showKey(key), branch: key.branch, maxCharLimit: key.maxCharLimit }
    })
  }),
  tool({
    name: "create_keys",
    title: "Create keys",
    description:
      "Creates keys with texts, tags and descriptions. Keys that exist stay as they are: change them with update_key and set_translation. Search before, to reuse a key with the same text.",
    effect: "write",
    fields: {
      ...projectField,
      keys: required(
        Schema.Array(NewKey).check(Schema.isMinLength(1), Schema.isMaxLength(createdMax)),
        "Keys to create, up to 500."
      ),
      namespace: optional(Schema.String, "Namespace of the keys that name none; absent: the default namespace."),
      ...branchField
    },
    run: ({ keys, namespace, branch, ...project }) =>
      Effect.map(
        api.post<object>(
          `${projectPath(project)}/keys/import`,
          { keys: keys.map((key) => ({ ...key, namespace: key.namespace ?? namespace })) },
          { branch }
        ),
        (report) => ({ sentKeys: keys.length, report })
      )
  }),
  tool({
    name: "update_key",
    title: "Change a key",
    description: "Changes name, namespace or description of a key. Values that are not named stay.",
    effect: "write",
    fields: {
      ...projectField,
      keyName: required(Schema.String, "Present name of the key."),
      keyNamespace: optional(Schema.String, "Present namespace of the key; absent: the default namespace."),
      keyBranch: optional(Schema.String, "Branch of the key; absent: the default branch."),
      newName: optional(Schema.String, "New name of the key."),
      newNamespace: optional(Schema.String, "New namespace of the key; an empty text is the default namespace."),
      newDescription: optional(Schema.String, "New description for translators; an empty text removes it.")
    },
    run: Effect.fnUntraced(function* (input) {
      const place = { projectId: input.projectId, namespace: input.keyNamespace, branch: input.keyBranch }
      const id = yield* findKeyId(place, input.keyName)
      const changed = yield* api.put<KeyModel>(`${projectPath(place)}/keys/${id}/complex-update`, {
        name: input.newName ?? input.keyName,
        namespace: input.newNamespace ?? input.keyNamespace,
        ...(input.newDescription === undefined ? {} : { description: input.newDescription }),
        branch: input.keyBranch
      })
      return showKey(changed)
    })
  }),
  tool({
    name: "delete_keys",
    title: "Delete keys",
    description:
      "Moves keys with their texts to the trash, from which people can restore them. Ask the user before you call this tool.",
    effect: "destroy",
    fields: { ...projectField, ...keyNamesField, ...namespaceField, ...branchField },
    run: Effect.fnUntraced(function* ({ keyNames, ...place }) {
      const ids = yield* findKeyIds(place, keyNames)
      yield* api.delete(`${projectPath(place)}/keys`, { ids })
      return { deletedKeys: ids.length }
    })
  }),
  tool({
    name: "list_tags",
    title: "List tags",
    description: "Lists the tags of a project.",
    effect: "read",
    fields: {
      ...projectField,
      search: optional(Schema.String, "Only tags whose name contains this text."),
      ...pageFields
    },
    run: ({ search, ...input }) =>
      Effect.map(api.get<Page<"tags", TagModel>>(`${projectPath(input)}/tags`, { search, ...pageOf(input) }), (tags) =>
        listed(tags, "tags", ({ id, name }) => ({ id, name }))
      )
  }),
  tool({
    name: "tag_keys",
    title: "Tag keys",
    description: "Adds tags to keys. Missing tags are created.",
    effect: "write",
    fields: {
      ...projectField,
      ...keyNamesField,
      tags: required(Names, "Names of the tags to add."),
      ...namespaceField,
      ...branchField
    },
    run: Effect.fnUntraced(function* ({ keyNames, tags, ...place }) {
      const ids = yield* findKeyIds(place, keyNames)
      const body = { filterKeys: ids.map((id) => ({ id })), tagFiltered: tags }
      yield* api.put(`${projectPath(place)}/tag-complex`, body, { branch: place.branch })
      return { taggedKeys: ids.length, tags }
    })
  }),
  tool({
    name: "list_namespaces",
    title: "List namespaces",
    description: "Lists the namespaces that have keys; null is the default namespace.",
    effect: "read",
    fields: projectField,
    run: (input) =>
      Effect.map(
        api.get<{ readonly _embedded?: { readonly namespaces: ReadonlyArray<UsedNamespaceModel> } }>(
          `${projectPath(input)}/used-namespaces`
        ),
        ({ _embedded }) => ({ items: (_embedded?.namespaces ?? []).map(({ id, name }) => ({ id, name })) })
      )
  }),
  tool({
    name: "store_big_meta",
    title: "Store which keys belong together",
    description:
      "Stores which keys are shown near each other, in their order. Machine translation uses the texts of such keys as context.",
    effect: "write",
    fields: {
      ...projectField,
      relatedKeysInOrder: required(
        Schema.Array(Schema.Struct({ keyName: required(Schema.String, "Name of the key."), ...namespaceField })),
        "Keys as they follow each other on a page, up to 1,000."
      ),
      ...branchField
    },
    run: ({ relatedKeysInOrder, branch, ...project }) =>
      Effect.as(
        api.post(`${projectPath(project)}/big-meta`, {
          relatedKeysInOrder: relatedKeysInOrder.map((key) => ({ ...key, branch }))
        }),
        { storedKeys: relatedKeysInOrder.length }
      )
  })
]
