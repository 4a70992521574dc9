import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { labelToModel } from "../../content/translation/translation-labels.ts"
import { withAccess } from "../../service/access/access.ts"
import { assignLabelToKey, setLabelOfTranslation } from "./assign-labels.ts"
import { createLabel, deleteLabel, listLabels, listLabelsWithIds, updateLabel } from "./labels.ts"

export const LabelHandlers = HttpApiBuilder.group(Api, "label", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listLabels(access, query)
      return { _embedded: { labels: rows.map(labelToModel) }, page }
    }),
    listWithIds: withAccess(function* (access, { query }) {
      return (yield* listLabelsWithIds(access, query.id ?? [])).map(labelToModel)
    }),
    create: withAccess((access, { payload }) => Effect.map(createLabel(access, payload), labelToModel)),
    update: withAccess((access, { params, payload }) =>
      Effect.map(updateLabel(access, params.labelId, payload), labelToModel)
    ),
    delete: withAccess((access, { params }) => deleteLabel(access, params.labelId)),
    assignToKey: withAccess((access, { payload }) => Effect.map(assignLabelToKey(access, payload), labelToModel)),
    assign: withAccess((access, { params }) =>
      Effect.map(
        setLabelOfTranslation(access, params.translationId, params.labelId, "ASSIGN_TRANSLATION_LABEL"),
        labelToModel
      )
    ),
    unassign: withAccess((access, { params }) =>
      Effect.asVoid(setLabelOfTranslation(access, params.translationId, params.labelId, "UNASSIGN_TRANSLATION_LABEL"))
    )
  })
)
