import { randomBytes } from "node:crypto"
import { isSameServer, makeWebhookSecret, webhookSecretBytes } from "@dragoman/domain/webhook"
import { TolgeeMoveRepository, WebhookConfigurationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { digestOf, type Move, runStep } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { WebhookModel } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"

/** Takes the webhooks of a project. Nothing is sent for what the move writes. */
export const takeWebhooks = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} webhooks`,
    Effect.fnUntraced(function* (step) {
      const moves = yield* TolgeeMoveRepository
      const repository = yield* WebhookConfigurationRepository
      const listed = yield* readAllowed(move.server, `/v2/projects/${project.sourceId}/webhook-configs`, WebhookModel)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          const webhooks = listed ?? []
          const taken = yield* moves.listTaken(
            move.sourceId,
            "webhook",
            webhooks.map(({ id }) => id)
          )
          for (const webhook of webhooks) {
            const values = { url: webhook.url, enabled: webhook.enabled ?? true, paused: webhook.paused ?? false }
            const secret = webhook.webhookSecret || null
            const digest = digestOf([values, secret])
            const known = taken.get(webhook.id)
            if (known === undefined) {
              const made = yield* repository.insert({
                projectId: project.id,
                ...values,
                secret: secret ?? makeWebhookSecret(randomBytes(webhookSecretBytes)),
                createdAt: move.now
              })
              if (secret === null && !move.withDatabase)
                report.find("webhookSecret", `${project.name}: ${hostOf(webhook.url)}`)
              yield* moves.take(move.sourceId, "webhook", [{ takenId: webhook.id, ourId: made.id, digest }])
              report.count("webhook", "added")
              continue
            }
            const here = Option.getOrNull(yield* repository.find(project.id, known.ourId))
            const isChanged = known.digest !== digest && here !== null
            report.count("webhook", isChanged ? "changed" : "unchanged")
            if (!isChanged) continue
            // Tolgee has no headers: those that were set here are for the server that they were set for.
            const headers = isSameServer(here.url, values.url) ? here.headers : null
            yield* repository.update({ ...here, ...values, headers, secret: secret ?? here.secret })
            yield* moves.take(move.sourceId, "webhook", [{ ...known, digest }])
          }
        })
      )
    })
  )

/** Removes the secrets that addresses of webhooks may contain. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "webhook")
