import { Api } from "@dragoman/api"
import { AddressResolver, DeliverySender, EndpointConnector } from "@dragoman/delivery"
import { Readiness } from "@dragoman/monitoring"
import {
  AccessRepository,
  ActivityRepository,
  AdministrationRepository,
  BatchJobRepository,
  CommentRepository,
  Database,
  DeletedContentRepository,
  DeliveryLogRepository,
  ImageRepository,
  ImportConflictRepository,
  ImportFollowRepository,
  ImportRepository,
  ImportSettingsRepository,
  ImportStagingRepository,
  InvitationRepository,
  KeyNeighbourRepository,
  KeyRepository,
  KeySearchRepository,
  KeyTrashRepository,
  LanguageLimitRepository,
  LanguageRepository,
  MemberRepository,
  NamespaceRepository,
  OrganizationLanguageRepository,
  OrganizationRepository,
  OrganizationUserRepository,
  OutboxRepository,
  PersonalAccessTokenRepository,
  ProjectApiKeyRepository,
  ProjectListRepository,
  ProjectRepository,
  ScreenshotRepository,
  ServerNotices,
  ServerValueRepository,
  SlugRepository,
  StatsRepository,
  TagRepository,
  TranslationListRepository,
  TranslationRepository,
  UserPreferenceRepository,
  UserRepository,
  WebhookConfigurationRepository
} from "@dragoman/store"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { BatchJobEngine } from "../batch-job/batch-job-engine.ts"
import { BatchJobHandlers } from "../batch-job/batch-job-handlers.ts"
import { StartBatchJobHandlers } from "../batch-job/start-batch-job-handlers.ts"
import { ActivityHandlers } from "../change/activity/activity-handlers.ts"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { BatchJobNotices } from "../change/after-commit/batch-job-notices.ts"
import { CommitSignal } from "../change/after-commit/commit-signal.ts"
import { AvatarHandlers } from "../content/avatar/avatar-handlers.ts"
import { CommentHandlers } from "../content/comment/comment-handlers.ts"
import { DisabledLanguageHandlers } from "../content/disabled-language/disabled-language-handlers.ts"
import { ImageHandlers } from "../content/image/image-handlers.ts"
import { layerImageRoutes } from "../content/image/image-routes.ts"
import { ImageThread } from "../content/image/image-thread.ts"
import { KeyHandlers } from "../content/key-editing/key-handlers.ts"
import { KeySearchHandlers } from "../content/key-search/key-search-handlers.ts"
import { KeyTrashHandlers } from "../content/key-trash/key-trash-handlers.ts"
import { NamespaceHandlers } from "../content/namespace/namespace-handlers.ts"
import { ScreenshotHandlers } from "../content/screenshot/screenshot-handlers.ts"
import { TagHandlers } from "../content/tag/tag-handlers.ts"
import { TranslationHandlers } from "../content/translation/translation-handlers.ts"
import { KeySelections } from "../content/translation-list/key-selections.ts"
import { TranslationListHandlers } from "../content/translation-list/translation-list-handlers.ts"
import { AdministrationHandlers } from "../identity/administration/administration-handlers.ts"
import { AuthenticationHandlers } from "../identity/authentication/authentication-handlers.ts"
import { PersonalAccessTokenHandlers } from "../identity/personal-access-token/personal-access-token-handlers.ts"
import { ServerConfigurationHandlers } from "../identity/server-configuration/server-configuration-handlers.ts"
import { UserHandlers } from "../identity/user/user-handlers.ts"
import { UserPreferenceHandlers } from "../identity/user/user-preference-handlers.ts"
import { InvitationHandlers } from "../organization/invitation/invitation-handlers.ts"
import { OrganizationHandlers } from "../organization/organization/organization-handlers.ts"
import { SlugHandlers } from "../organization/slug/slug-handlers.ts"
import { AbsentFeatureHandlers, BranchHandlers } from "../platform/absent-feature/absent-feature-handlers.ts"
import { AccessTokens } from "../platform/access/access-token.ts"
import { Authentication } from "../platform/access/authenticate.ts"
import { layerAuthorization } from "../platform/access/authorize.ts"
import { ServerSecret } from "../platform/access/server-secret.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { layerDocumentationRoutes } from "../platform/documentation/documentation-routes.ts"
import { layerEncryptionKeys } from "../platform/encryption/encrypt-stored-secrets.ts"
import { ClosingServer } from "../platform/http/closing-server.ts"
import { layerHealthRoutes } from "../platform/http/health-routes.ts"
import { layerMiddleware } from "../platform/http/middleware.ts"
import { RateLimiter } from "../platform/http/rate-limiter.ts"
import { layerRouterConfig } from "../platform/http/routes.ts"
import { IdListThread } from "../platform/id-list/id-list-thread.ts"
import { ReadingThread } from "../platform/reading/reading-thread.ts"
import { Settings } from "../platform/settings/settings.ts"
import { LanguageHandlers } from "../project/language/language-handlers.ts"
import { MemberHandlers } from "../project/member/member-handlers.ts"
import { PermissionHandlers, ScopeInfoHandlers } from "../project/permission/permission-handlers.ts"
import { ProjectHandlers } from "../project/project/project-handlers.ts"
import { ProjectApiKeyHandlers } from "../project/project-api-key/project-api-key-handlers.ts"
import { StatsHandlers } from "../project/stats/stats-handlers.ts"
import { EventStreamHandlers } from "../realtime/event-stream-handlers.ts"
import { ProjectEvents } from "../realtime/project-events.ts"
import { publishBatchJobProgress } from "../realtime/publish-batch-job-progress.ts"
import { layerCloseConnections, RealtimeConnections } from "../realtime/realtime-connections.ts"
import { websocketMessageBytesMax } from "../realtime/serve-websocket.ts"
import { layerWebsocketRoutes } from "../realtime/websocket-routes.ts"
import { ExportHandlers } from "../transfer/export/export-handlers.ts"
import { ExportThread } from "../transfer/export/export-thread.ts"
import { SingleStepImportHandlers } from "../transfer/import/single-step/single-step-import-handlers.ts"
import { ImportHandlers } from "../transfer/import/staging/import-handlers.ts"
import { ImportThread } from "../transfer/import/thread/import-thread.ts"
import { webhookRules } from "../webhook/configuration/check-endpoint-url.ts"
import { WebhookHandlers } from "../webhook/configuration/webhook-handlers.ts"
import { WebhookDeliveryHandlers } from "../webhook/delivery-log/webhook-delivery-handlers.ts"
import { layerDispatcher } from "../webhook/dispatcher/embedded-dispatcher.ts"
import { hourlyWork } from "./hourly-work.ts"
import { layerMetricsRoutes } from "./metrics-routes.ts"

const layerHandlers = Layer.mergeAll(
  AdministrationHandlers,
  AuthenticationHandlers,
  PersonalAccessTokenHandlers,
  ProjectApiKeyHandlers,
  ServerConfigurationHandlers,
  UserHandlers,
  UserPreferenceHandlers,
  ScopeInfoHandlers,
  AvatarHandlers,
  ImageHandlers,
  ScreenshotHandlers,
  ImportHandlers,
  ExportHandlers,
  SingleStepImportHandlers,
  OrganizationHandlers,
  InvitationHandlers,
  SlugHandlers,
  WebhookHandlers,
  WebhookDeliveryHandlers,
  ActivityHandlers,
  EventStreamHandlers,
  ProjectHandlers,
  MemberHandlers,
  LanguageHandlers,
  KeyHandlers,
  PermissionHandlers,
  TranslationHandlers,
  CommentHandlers,
  TranslationListHandlers,
  NamespaceHandlers,
  TagHandlers,
  StatsHandlers,
  KeyTrashHandlers,
  StartBatchJobHandlers,
  BatchJobHandlers,
  BranchHandlers,
  AbsentFeatureHandlers,
  KeySearchHandlers,
  DisabledLanguageHandlers
)

const layerRepositories = Layer.mergeAll(
  AccessRepository.layer,
  AdministrationRepository.layer,
  PersonalAccessTokenRepository.layer,
  ProjectApiKeyRepository.layer,
  UserRepository.layer,
  UserPreferenceRepository.layer,
  OrganizationRepository.layer,
  OrganizationUserRepository.layer,
  OrganizationLanguageRepository.layer,
  InvitationRepository.layer,
  SlugRepository.layer,
  ServerNotices.layer,
  ServerValueRepository.layer,
  WebhookConfigurationRepository.layer,
  ActivityRepository.layer,
  ImageRepository.layer,
  ScreenshotRepository.layer,
  ImportConflictRepository.layer,
  ImportFollowRepository.layer,
  ImportRepository.layer,
  ImportSettingsRepository.layer,
  ImportStagingRepository.layer,
  OutboxRepository.layer,
  ProjectRepository.layer,
  ProjectListRepository.layer,
  LanguageRepository.layer,
  LanguageLimitRepository.layer,
  MemberRepository.layer,
  KeyRepository.layer,
  KeySearchRepository.layer,
  KeyNeighbourRepository.layer,
  NamespaceRepository.layer,
  DeletedContentRepository.layer,
  DeliveryLogRepository.layer,
  KeyTrashRepository.layer,
  BatchJobRepository.layer,
  StatsRepository.layer,
  TagRepository.layer,
  TranslationRepository.layer,
  CommentRepository.layer,
  TranslationListRepository.layer
)

/** The SQL client of the engine that the settings name. */
export const layerEngine = Layer.unwrap(Effect.map(Settings, ({ database }) => layerEngineOf(database)))

/** How endpoints of webhooks are found and reached: the resolver of the system, and real sockets. */
export const layerEndpointNetwork = Layer.mergeAll(AddressResolver.layer, EndpointConnector.layer)

/** For the test call of the API; real deliveries are the dispatcher's. */
const layerSender = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    DeliverySender.layerReplaceable({ rules: webhookRules(settings), timeoutMillis: settings.webhookTimeoutMillis })
  )
)

export const layerServices = Layer.mergeAll(
  RateLimiter.layer,
  Readiness.layer,
  BatchJobEngine.layer,
  IdListThread.layer,
  ImageThread.layer,
  ImportThread.layer,
  ExportThread.layer,
  KeySelections.layer,
  Authentication.layer,
  ProjectEvents.layer,
  RealtimeConnections.layer,
  layerSender
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(ReadingThread.layer, ActivityRecorder.layer, BatchJobNotices.layer, AccessTokens.layer)
  ),
  Layer.provideMerge(layerDispatcher),
  Layer.provideMerge(Layer.mergeAll(ServerSecret.layer, CommitSignal.layer)),
  Layer.provideMerge(layerRepositories.pipe(Layer.provide(layerEncryptionKeys))),
  Layer.provideMerge(Database.layer)
)

/** Work without a request, as long as the server runs. */
const layerBackground = Layer.effectDiscard(
  Effect.andThen(Effect.forkScoped(hourlyWork), Effect.forkScoped(publishBatchJobProgress))
)

const layerRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(layerHandlers)),
  layerDocumentationRoutes,
  layerWebsocketRoutes,
  layerHealthRoutes,
  layerMetricsRoutes,
  layerImageRoutes,
  layerMiddleware
)

/** The whole HTTP server on a migrated database: everything but settings, the SQL client and the network of endpoints. */
export const layerServer = layerCloseConnections.pipe(
  Layer.provideMerge(HttpRouter.serve(layerRoutes, { disableLogger: true, disableListenLog: true })),
  Layer.provide(layerAuthorization),
  Layer.provide(layerRouterConfig),
  Layer.provideMerge(layerBackground.pipe(Layer.provideMerge(layerServices))),
  Layer.provideMerge(
    Layer.unwrap(
      Effect.map(Settings, ({ host, port, shutdownTimeoutMillis }) =>
        NodeHttpServer.layer(() => new ClosingServer(), {
          host,
          port,
          gracefulShutdownTimeout: shutdownTimeoutMillis,
          websocket: { maxPayload: websocketMessageBytesMax }
        })
      )
    )
  )
)
