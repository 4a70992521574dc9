import {
  type BodyTemplate,
  bodyTemplateLimits,
  bodyTemplateText,
  bodyTemplateValues,
  type WebhookEventBody,
  webhookBody
} from "@dragoman/domain/webhook"
import { renderJson } from "@dragoman/machine-translation/template"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"

/** Renders the body of an event with the template of a webhook configuration; null: the standard body. */
export const renderWebhookBody = (template: BodyTemplate | null, event: WebhookEventBody, projectName: string) =>
  template === null
    ? ({ ok: true, text: webhookBody(event) } as const)
    : renderJson(bodyTemplateText(template), bodyTemplateValues(event, projectName), bodyTemplateLimits)

/** Works like `renderWebhookBody`; fails with the mistake of the template. */
export const renderWebhookBodyOrFail = (...args: Parameters<typeof renderWebhookBody>) => {
  const rendered = renderWebhookBody(...args)
  if (rendered.ok) return Effect.succeed(rendered.text)
  const { reason, line, column } = rendered.error
  return failWith("webhook_template_invalid", [reason, line, column])
}
