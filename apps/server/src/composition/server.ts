import { Api } from "@dragoman/api"
import { DeliverySender } from "@dragoman/delivery"
import { Readiness } from "@dragoman/monitoring"
import { AddressResolver, EndpointConnector } from "@dragoman/network"
import { webhookRules } from "@dragoman/settings"
import { Database } from "@dragoman/store"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer, References, type Scope } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { layerAssistanceRepositories } from "../assistance/assistance-repositories.ts"
import { AutoTranslationHandlers } from "../assistance/auto-translation/auto-translation-handlers.ts"
import { GlossaryFileHandlers } from "../assistance/glossary/glossary-file-handlers.ts"
import { GlossaryFileThread } from "../assistance/glossary/glossary-file-thread.ts"
import { GlossaryHandlers } from "../assistance/glossary/glossary-handlers.ts"
import { GlossaryHighlightHandlers } from "../assistance/glossary/glossary-highlight-handlers.ts"
import { GlossaryTermHandlers } from "../assistance/glossary/glossary-term-handlers.ts"
import { LabelHandlers } from "../assistance/label/label-handlers.ts"
import { LlmProviderHandlers } from "../assistance/llm-provider/llm-provider-handlers.ts"
import { layerJobTranslator } from "../assistance/machine-translation/job-translator.ts"
import { MachineClients } from "../assistance/machine-translation/machine-clients.ts"
import { MachineServices } from "../assistance/machine-translation/machine-services.ts"
import { MachineSuggestionHandlers } from "../assistance/machine-translation/machine-suggestion-handlers.ts"
import { MachineTranslationHandlers } from "../assistance/machine-translation/machine-translation-handlers.ts"
import { PromptVariableHandlers } from "../assistance/machine-translation/prompt-variable-handlers.ts"
import { CurrentTextTranslator } from "../assistance/machine-translation/text-translator.ts"
import { TranslationSpendingHandlers } from "../assistance/machine-translation/translation-spending-handlers.ts"
import { keepMemoryIndexed } from "../assistance/memory/keep-memory-indexed.ts"
import { MemoryFileThread } from "../assistance/memory/memory-file-thread.ts"
import { MemorySuggestionHandlers } from "../assistance/memory/memory-suggestion-handlers.ts"
import { TranslationMemoryEntryHandlers } from "../assistance/memory/translation-memory-entry-handlers.ts"
import { TranslationMemoryFileHandlers } from "../assistance/memory/translation-memory-file-handlers.ts"
import { TranslationMemoryHandlers } from "../assistance/memory/translation-memory-handlers.ts"
import { PromptHandlers } from "../assistance/prompt/prompt-handlers.ts"
import { StaleTexts } from "../assistance/quality-check/check-stale-texts.ts"
import { LanguageTool } from "../assistance/quality-check/language-tool.ts"
import { QualityCheckHandlers } from "../assistance/quality-check/quality-check-handlers.ts"
import { layerQualityPreviewRoutes } from "../assistance/quality-check/quality-preview-routes.ts"
import { BatchJobEngine } from "../batch-job/batch-job-engine.ts"
import { layerBatchJobHandlers } from "../batch-job/batch-job-handlers.ts"
import { ActivityHandlers } from "../change/activity/activity-handlers.ts"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { layerChangeRepositories } from "../change/change-repositories.ts"
import { CommitSignal } from "../change/commit-signal.ts"
import { CurrentPublishingDelays } from "../change/schedule-publishing.ts"
import { layerContentHandlers } from "../content/content-layer.ts"
import { layerContentRepositories } from "../content/content-repositories.ts"
import { ImageFiles } from "../content/image/image-files.ts"
import { layerImageRoutes } from "../content/image/image-links.ts"
import { ImageThread } from "../content/image/image-thread.ts"
import { keepTextsIndexed } from "../content/search-index/keep-texts-indexed.ts"
import { KeySelections } from "../content/translation-list/key-selections.ts"
import { layerIdentityHandlers } from "../identity/identity-layer.ts"
import { layerIdentityRepositories } from "../identity/identity-repositories.ts"
import { layerUnsubscribeRoutes } from "../identity/notification/notification-handlers.ts"
import { notificationWork } from "../identity/notification/notify-of-causes.ts"
import { PasswordResetRequests } from "../identity/password-reset/password-reset-requests.ts"
import { layerMcpRoutes } from "../mcp/mcp-routes.ts"
import { layerOrganizationHandlers } from "../organization/organization-layer.ts"
import { layerOrganizationRepositories } from "../organization/organization-repositories.ts"
import { layerConsoleRoutes } from "../platform/console/console-routes.ts"
import { mainConnections } from "../platform/database/database-connections.ts"
import { keepLogShort } from "../platform/database/keep-log-short.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { layerDocumentationRoutes } from "../platform/documentation/documentation-routes.ts"
import { layerEncryptionKeys } from "../platform/encryption/encrypt-stored-secrets.ts"
import { InternalFeatureHandlers } from "../platform/feature/internal-feature-handlers.ts"
import { HttpListener } from "../platform/http/closing-server.ts"
import { ForwardedHeaders } from "../platform/http/forwarded-headers.ts"
import { layerHealthRoutes } from "../platform/http/health-routes.ts"
import { layerMiddleware } from "../platform/http/middleware.ts"
import { RateLimiter } from "../platform/http/rate-limiter.ts"
import { layerRouterConfig } from "../platform/http/routes.ts"
import { BeforeListening } from "../platform/http/waiting-server.ts"
import { IdListThread } from "../platform/id-list/id-list-thread.ts"
import { ReadingThread } from "../platform/reading/reading-thread.ts"
import { Settings } from "../platform/settings/settings.ts"
import { UnsupportedFeatureHandlers } from "../platform/unsupported-feature/unsupported-feature-handlers.ts"
import { layerUnsupportedRoutes } from "../platform/unsupported-feature/unsupported-routes.ts"
import { layerProjectHandlers } from "../project/project-layer.ts"
import { layerProjectRepositories } from "../project/project-repositories.ts"
import { BatchJobUpdates, publishBatchJobProgress } from "../realtime/batch-job-progress.ts"
import { EventStreamHandlers } from "../realtime/event-stream-handlers.ts"
import { ProjectEvents } from "../realtime/project-events.ts"
import { layerCloseConnections, RealtimeConnections } from "../realtime/realtime-connections.ts"
import { websocketMessageBytesMax } from "../realtime/serve-websocket.ts"
import { UserNotifications } from "../realtime/user-notifications.ts"
import { layerWebsocketRoutes } from "../realtime/websocket-routes.ts"
import { layerPublisher } from "../release/content-delivery/layer-publisher.ts"
import { layerManifestKeyRoutes } from "../release/content-delivery/manifest-key-routes.ts"
import { layerContentServing } from "../release/content-delivery/serve-content.ts"
import { StorageClients } from "../release/content-storage/storage-clients.ts"
import { layerReleaseHandlers } from "../release/release-layer.ts"
import { layerReleaseRepositories } from "../release/release-repositories.ts"
import { AccessTokens, ServerSecret } from "../service/access/access-token.ts"
import { Authentication } from "../service/access/authenticate.ts"
import { layerAuthorization } from "../service/access/authorize.ts"
import { SsoSessions } from "../service/access/sso-session.ts"
import { FailureEntries } from "../service/audit/record-failure.ts"
import { scheduledBackups } from "../service/backup/scheduled-backups.ts"
import { Doctor } from "../service/doctor/doctor.ts"
import { sendQueuedMails } from "../service/mail/mail-sender.ts"
import { NotificationSignal } from "../service/notification/notification-signal.ts"
import { Notifier } from "../service/notification/notify-users.ts"
import { layerServiceRepositories } from "../service/service-repositories.ts"
import { Providers } from "../service/sign-in/providers.ts"
import { layerTaskHandlers } from "../task/task-handlers.ts"
import { ExportThread } from "../transfer/export/export-thread.ts"
import { ImportThread } from "../transfer/import/thread/import-thread.ts"
import { layerTransferHandlers } from "../transfer/transfer-layer.ts"
import { layerTransferRepositories } from "../transfer/transfer-repositories.ts"
import { layerDispatcher } from "../webhook/dispatcher/embedded-dispatcher.ts"
import { layerWebhookHandlers } from "../webhook/webhook-layer.ts"
import { layerWebhookRepositories } from "../webhook/webhook-repositories.ts"
import { layerContentFollowers } from "./content-followers.ts"
import { hourlyWork } from "./hourly-work.ts"
import { layerMetricsRoutes, MetricsListener } from "./metrics-routes.ts"
import { ServerMetrics } from "./server-metrics.ts"

const layerHandlers = Layer.mergeAll(
  ActivityHandlers,
  AutoTranslationHandlers,
  LlmProviderHandlers,
  MachineTranslationHandlers,
  PromptHandlers,
  MachineSuggestionHandlers,
  EventStreamHandlers,
  GlossaryFileHandlers,
  GlossaryHandlers,
  GlossaryHighlightHandlers,
  GlossaryTermHandlers,
  MemorySuggestionHandlers,
  layerBatchJobHandlers,
  layerContentHandlers,
  layerIdentityHandlers,
  layerOrganizationHandlers,
  InternalFeatureHandlers,
  UnsupportedFeatureHandlers,
  layerProjectHandlers,
  LabelHandlers,
  layerTaskHandlers,
  PromptVariableHandlers,
  TranslationSpendingHandlers,
  QualityCheckHandlers,
  layerReleaseHandlers,
  layerTransferHandlers,
  TranslationMemoryEntryHandlers,
  TranslationMemoryFileHandlers,
  TranslationMemoryHandlers,
  layerWebhookHandlers
)

/** Repositories of all wings. */
export const layerRepositories = Layer.mergeAll(
  layerServiceRepositories,
  layerChangeRepositories,
  layerOrganizationRepositories,
  layerProjectRepositories,
  layerWebhookRepositories,
  layerIdentityRepositories,
  layerContentRepositories,
  layerAssistanceRepositories,
  layerReleaseRepositories,
  layerTransferRepositories
)

/** Makes the SQL client of the engine that the settings name. */
export const layerEngine = Layer.unwrap(Effect.map(Settings, (settings) => layerEngineOf(mainConnections(settings))))

/** Name resolution and connections to webhook endpoints: the resolver of the system, and real sockets. */
export const layerEndpointNetwork = Layer.mergeAll(AddressResolver.layer, EndpointConnector.layer)

/** Sends the test request of the API; the dispatcher sends the deliveries. */
const layerSender = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    DeliverySender.layerReplaceable({ rules: webhookRules(settings), timeoutMillis: settings.webhookTimeoutMillis })
  )
)

const layerTextTranslator = Layer.unwrap(
  Effect.map(CurrentTextTranslator, (replaced) => replaced ?? layerJobTranslator)
)

export const layerServices = Layer.mergeAll(
  RateLimiter.layer,
  FailureEntries.layer,
  BatchJobEngine.layer,
  IdListThread.layer,
  ImportThread.layer,
  ExportThread.layer,
  GlossaryFileThread.layer,
  MemoryFileThread.layer,
  KeySelections.layer,
  StaleTexts.layer,
  Authentication.layer,
  PasswordResetRequests.layer,
  ProjectEvents.layer,
  UserNotifications.layer,
  RealtimeConnections.layer,
  layerPublisher,
  StorageClients.layer,
  layerSender
).pipe(
  Layer.provideMerge(layerTextTranslator),
  Layer.provideMerge(Doctor.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      ReadingThread.layer,
      ImageThread.layer,
      ImageFiles.layer,
      ActivityRecorder.layer,
      layerContentFollowers,
      BatchJobUpdates.layer,
      AccessTokens.layer,
      Notifier.layer
    )
  ),
  Layer.provideMerge(Layer.mergeAll(SsoSessions.layer, MachineClients.layer)),
  Layer.provideMerge(Layer.mergeAll(Providers.layer, LanguageTool.layer, MachineServices.layer)),
  Layer.provideMerge(layerDispatcher),
  Layer.provideMerge(
    Layer.mergeAll(
      ServerSecret.layer,
      CommitSignal.layer,
      CurrentPublishingDelays.layer,
      NotificationSignal.layer,
      Readiness.layer,
      ForwardedHeaders.layer
    )
  ),
  Layer.provideMerge(layerRepositories.pipe(Layer.provide(layerEncryptionKeys))),
  Layer.provideMerge(Database.layer)
)

/** Runs background work while the server runs. */
const layerBackground = Layer.effectDiscard(
  Effect.forkScoped(hourlyWork).pipe(
    Effect.andThen(Effect.forkScoped(publishBatchJobProgress)),
    Effect.andThen(Effect.forkScoped(sendQueuedMails)),
    Effect.andThen(Effect.forkScoped(StaleTexts.use((stale) => stale.run))),
    Effect.andThen(Effect.forkScoped(notificationWork)),
    Effect.andThen(keepMemoryIndexed),
    Effect.andThen(keepTextsIndexed),
    Effect.andThen(keepLogShort),
    Effect.andThen(scheduledBackups)
  )
)

/**
 * A group of handlers takes its services once, when it is built, and gives them to each of its requests (ADR 85). The
 * request itself decides whether its spans are recorded.
 */
const layerGroups = Layer.effectContext(
  Effect.updateContext(
    Layer.build(layerHandlers),
    (services: Context.Context<Layer.Services<typeof layerHandlers> | Scope.Scope>) =>
      Context.omit(References.TracerEnabled)(services)
  )
)

const layerRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(layerGroups)),
  layerDocumentationRoutes,
  layerConsoleRoutes,
  layerWebsocketRoutes,
  layerQualityPreviewRoutes,
  layerHealthRoutes,
  layerMcpRoutes,
  layerMetricsRoutes,
  layerContentServing,
  layerImageRoutes,
  layerManifestKeyRoutes,
  layerUnsubscribeRoutes,
  layerUnsupportedRoutes,
  layerMiddleware
)

/**
 * Makes the whole HTTP server on a migrated database. It needs settings, the SQL client and the network of endpoints.
 */
export const layerServer = layerCloseConnections.pipe(
  Layer.provideMerge(HttpRouter.serve(layerRoutes, { disableLogger: true, disableListenLog: true })),
  Layer.provideMerge(MetricsListener.layer),
  Layer.provide(ServerMetrics.layer),
  Layer.provide(layerAuthorization),
  Layer.provide(layerRouterConfig),
  Layer.provideMerge(layerBackground.pipe(Layer.provideMerge(layerServices))),
  Layer.provideMerge(
    Layer.unwrap(
      Effect.map(
        Effect.tap(Effect.all([Settings, HttpListener]), () => Effect.flatten(BeforeListening)),
        ([{ host, port, shutdownTimeoutMillis }, listener]) =>
          NodeHttpServer.layer(() => listener, {
            host,
            port,
            gracefulShutdownTimeout: shutdownTimeoutMillis,
            websocket: { maxPayload: websocketMessageBytesMax }
          })
      )
    )
  ),
  Layer.provideMerge(HttpListener.layer)
)
