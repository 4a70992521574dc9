import { Api } from "@dragoman/api"
import { AddressResolver, AttemptMetrics, DeliverySender, EndpointConnector, Readiness } from "@dragoman/delivery"
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
import { AbsentFeatureHandlers } from "./absent-feature/absent-feature-handlers.ts"
import { Authentication } from "./access/authenticate.ts"
import { layerAuthorization } from "./access/authorize.ts"
import { ActivityHandlers } from "./activity/activity-handlers.ts"
import { ActivityRecorder } from "./activity/record-activity.ts"
import { AdministrationHandlers } from "./administration/administration-handlers.ts"
import { AccessTokens } from "./authentication/access-token.ts"
import { AuthenticationHandlers } from "./authentication/authentication-handlers.ts"
import { ServerSecret } from "./authentication/server-secret.ts"
import { AvatarHandlers } from "./avatar/avatar-handlers.ts"
import { BatchJobEngine } from "./batch-job/batch-job-engine.ts"
import { BatchJobHandlers } from "./batch-job/batch-job-handlers.ts"
import { BatchJobNotices } from "./batch-job/batch-job-notices.ts"
import { StartBatchJobHandlers } from "./batch-job/start-batch-job-handlers.ts"
import { BranchHandlers } from "./branch/branch-handlers.ts"
import { CommentHandlers } from "./comment/comment-handlers.ts"
import { layerEngineOf } from "./database/layer-engine.ts"
import { layerDispatcher } from "./delivery/embedded-dispatcher.ts"
import { DisabledLanguageHandlers } from "./disabled-language/disabled-language-handlers.ts"
import { layerDocumentationRoutes } from "./documentation/documentation-routes.ts"
import { layerEncryptionKeys } from "./encryption/encrypt-stored-secrets.ts"
import { ExportHandlers } from "./export/export-handlers.ts"
import { ExportThread } from "./export/export-thread.ts"
import { layerHealthRoutes } from "./health/health-routes.ts"
import { layerMetricsRoutes } from "./health/metrics-routes.ts"
import { RequestMetrics } from "./health/request-metrics.ts"
import { hourlyWork } from "./hourly-work.ts"
import { ClosingServer } from "./http/closing-server.ts"
import { layerEnvelope } from "./http/envelope.ts"
import { RateLimiter } from "./http/rate-limiter.ts"
import { layerRouterConfig } from "./http/router-config.ts"
import { IdListThread } from "./id-list/id-list-thread.ts"
import { ImageHandlers } from "./image/image-handlers.ts"
import { layerImageRoutes } from "./image/image-routes.ts"
import { ImageThread } from "./image/image-thread.ts"
import { ImportHandlers } from "./import/import-handlers.ts"
import { ImportThread } from "./import/import-thread.ts"
import { SingleStepImportHandlers } from "./import/single-step-import-handlers.ts"
import { InvitationHandlers } from "./invitation/invitation-handlers.ts"
import { KeyHandlers } from "./key/key-handlers.ts"
import { KeySearchHandlers } from "./key-search/key-search-handlers.ts"
import { KeyTrashHandlers } from "./key-trash/key-trash-handlers.ts"
import { LanguageHandlers } from "./language/language-handlers.ts"
import { MemberHandlers } from "./member/member-handlers.ts"
import { NamespaceHandlers } from "./namespace/namespace-handlers.ts"
import { OrganizationHandlers } from "./organization/organization-handlers.ts"
import { PermissionHandlers } from "./permission/permission-handlers.ts"
import { ScopeInfoHandlers } from "./permission/scope-info-handlers.ts"
import { PersonalAccessTokenHandlers } from "./personal-access-token/personal-access-token-handlers.ts"
import { ProjectHandlers } from "./project/project-handlers.ts"
import { ProjectApiKeyHandlers } from "./project-api-key/project-api-key-handlers.ts"
import { ReadingThread } from "./reading/reading-thread.ts"
import { EventStreamHandlers } from "./realtime/event-stream-handlers.ts"
import { ProjectEvents } from "./realtime/project-events.ts"
import { layerEndOfConnections, RealtimeConnections } from "./realtime/realtime-connections.ts"
import { RevisionSignal } from "./realtime/revision-signal.ts"
import { websocketMessageBytesMax } from "./realtime/serve-websocket.ts"
import { tellBatchJobProgress } from "./realtime/tell-batch-job-progress.ts"
import { layerWebsocketRoutes } from "./realtime/websocket-routes.ts"
import { ScreenshotHandlers } from "./screenshot/screenshot-handlers.ts"
import { ServerConfigurationHandlers } from "./server-configuration/server-configuration-handlers.ts"
import { Settings } from "./settings/settings.ts"
import { SlugHandlers } from "./slug/slug-handlers.ts"
import { StatsHandlers } from "./stats/stats-handlers.ts"
import { TagHandlers } from "./tag/tag-handlers.ts"
import { TranslationHandlers } from "./translation/translation-handlers.ts"
import { KeySelections } from "./translation-list/key-selections.ts"
import { TranslationListHandlers } from "./translation-list/translation-list-handlers.ts"
import { UserHandlers } from "./user/user-handlers.ts"
import { UserPreferenceHandlers } from "./user/user-preference-handlers.ts"
import { WebhookDeliveryHandlers } from "./webhook/webhook-delivery-handlers.ts"
import { WebhookHandlers } from "./webhook/webhook-handlers.ts"
import { webhookRules } from "./webhook/webhook-rules.ts"

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
  RequestMetrics.layer,
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
  Layer.provideMerge(Layer.mergeAll(ServerSecret.layer, layerDispatcher, RevisionSignal.layer)),
  Layer.provideMerge(AttemptMetrics.layer),
  Layer.provideMerge(layerRepositories.pipe(Layer.provide(layerEncryptionKeys))),
  Layer.provideMerge(Database.layer)
)

/** Work that nobody asks for, as long as the server runs. */
const layerBackground = Layer.effectDiscard(
  Effect.andThen(Effect.forkScoped(hourlyWork), Effect.forkScoped(tellBatchJobProgress))
)

const layerRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(layerHandlers)),
  layerDocumentationRoutes,
  layerWebsocketRoutes,
  layerHealthRoutes,
  layerMetricsRoutes,
  layerImageRoutes,
  layerEnvelope
)

/** The whole HTTP server on a migrated database: everything but settings, the SQL client and the network of endpoints. */
export const layerServer = layerEndOfConnections.pipe(
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
