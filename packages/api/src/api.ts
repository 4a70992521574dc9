import { HttpApi, OpenApi } from "effect/http-api"
import { ActivityEndpoints } from "./activity/activity-endpoints.ts"
import { AdministrationEndpoints } from "./administration/administration-endpoints.ts"
import { AuditLogEndpoints } from "./audit-log/audit-log-endpoints.ts"
import { AuthenticationEndpoints } from "./authentication/authentication-endpoints.ts"
import { AutoTranslationEndpoints } from "./auto-translation/auto-translation-endpoints.ts"
import { AvatarEndpoints } from "./avatar/avatar-endpoints.ts"
import { BatchJobEndpoints } from "./batch-job/batch-job-endpoints.ts"
import { StartBatchJobEndpoints } from "./batch-job/start-batch-job-endpoints.ts"
import { BranchEndpoints } from "./branch/branch-endpoints.ts"
import { BranchMergeEndpoints } from "./branch-merge/branch-merge-endpoints.ts"
import { CommentEndpoints } from "./comment/comment-endpoints.ts"
import { ConsoleSessionEndpoints } from "./console-session/console-session-endpoints.ts"
import { ContentDeliveryEndpoints } from "./content-delivery/content-delivery-endpoints.ts"
import { ContentStorageEndpoints } from "./content-storage/content-storage-endpoints.ts"
import { DisabledLanguageEndpoints } from "./disabled-language/disabled-language-endpoints.ts"
import { EmailVerificationEndpoints } from "./email-verification/email-verification-endpoints.ts"
import { ExportEndpoints } from "./export/export-endpoints.ts"
import { GlossaryEndpoints } from "./glossary/glossary-endpoints.ts"
import { GlossaryFileEndpoints } from "./glossary/glossary-file-endpoints.ts"
import { GlossaryHighlightEndpoints } from "./glossary/glossary-highlight-endpoints.ts"
import { GlossaryTermEndpoints } from "./glossary/glossary-term-endpoints.ts"
import { ImageEndpoints } from "./image/image-endpoints.ts"
import { ImportEndpoints } from "./import/import-endpoints.ts"
import { InternalFeatureEndpoints } from "./internal-feature/internal-feature-endpoints.ts"
import { InvitationEndpoints } from "./invitation/invitation-endpoints.ts"
import { KeyEndpoints } from "./key/key-endpoints.ts"
import { KeyContextEndpoints } from "./key-context/key-context-endpoints.ts"
import { KeySearchEndpoints } from "./key-search/key-search-endpoints.ts"
import { KeyTrashEndpoints } from "./key-trash/key-trash-endpoints.ts"
import { LabelEndpoints } from "./label/label-endpoints.ts"
import { LanguageEndpoints } from "./language/language-endpoints.ts"
import { LlmProviderEndpoints } from "./llm-provider/llm-provider-endpoints.ts"
import { MachineSuggestionEndpoints } from "./machine-suggestion/machine-suggestion-endpoints.ts"
import { MachineTranslationEndpoints } from "./machine-translation/machine-translation-endpoints.ts"
import { MemberEndpoints } from "./member/member-endpoints.ts"
import { MemorySuggestionEndpoints } from "./memory-suggestion/memory-suggestion-endpoints.ts"
import { MyWorkEndpoints } from "./my-work/my-work-endpoints.ts"
import { NamespaceEndpoints } from "./namespace/namespace-endpoints.ts"
import { NotificationEndpoints } from "./notification/notification-endpoints.ts"
import { OrganizationEndpoints } from "./organization/organization-endpoints.ts"
import { PasskeyEndpoints } from "./passkey/passkey-endpoints.ts"
import { PasswordResetEndpoints } from "./password-reset/password-reset-endpoints.ts"
import { PermissionEndpoints } from "./permission-info/permission-endpoints.ts"
import { ScopeInfoEndpoints } from "./permission-info/scope-info-endpoints.ts"
import { PersonalAccessTokenEndpoints } from "./personal-access-token/personal-access-token-endpoints.ts"
import { ProjectEndpoints } from "./project/project-endpoints.ts"
import { ProjectApiKeyEndpoints } from "./project-api-key/project-api-key-endpoints.ts"
import { PromptEndpoints } from "./prompt/prompt-endpoints.ts"
import { PromptVariableEndpoints } from "./prompt/prompt-variable-endpoints.ts"
import { PublicProjectEndpoints } from "./public-project/public-project-endpoints.ts"
import { QualityCheckEndpoints } from "./quality-check/quality-check-endpoints.ts"
import { EventStreamEndpoints } from "./realtime/event-stream-endpoints.ts"
import { RevertEndpoints } from "./revert/revert-endpoints.ts"
import { ScreenshotEndpoints } from "./screenshot/screenshot-endpoints.ts"
import { SecondFactorEndpoints } from "./second-factor/second-factor-endpoints.ts"
import { ServerConfigurationEndpoints } from "./server-configuration/server-configuration-endpoints.ts"
import { ServerStatusEndpoints } from "./server-status/server-status-endpoints.ts"
import { SignInEndpoints } from "./sign-in/sign-in-endpoints.ts"
import { SingleStepImportEndpoints } from "./single-step-import/single-step-import-endpoints.ts"
import { SlugEndpoints } from "./slug/slug-endpoints.ts"
import { StatsEndpoints } from "./stats/stats-endpoints.ts"
import { SuggestionEndpoints } from "./suggestion/suggestion-endpoints.ts"
import { TagEndpoints } from "./tag/tag-endpoints.ts"
import { TaskEndpoints, UserTaskEndpoints } from "./task/task-endpoints.ts"
import { TranslationEndpoints } from "./translation/translation-endpoints.ts"
import { TranslationListEndpoints } from "./translation-list/translation-list-endpoints.ts"
import { TranslationMemoryEndpoints } from "./translation-memory/translation-memory-endpoints.ts"
import { TranslationMemoryEntryEndpoints } from "./translation-memory/translation-memory-entry-endpoints.ts"
import { TranslationMemoryFileEndpoints } from "./translation-memory/translation-memory-file-endpoints.ts"
import { TranslationSpendingEndpoints } from "./translation-spending/translation-spending-endpoints.ts"
import { UnsupportedFeatureEndpoints } from "./unsupported-feature/unsupported-feature-endpoints.ts"
import { UserEndpoints } from "./user/user-endpoints.ts"
import { UserPreferenceEndpoints } from "./user/user-preference-endpoints.ts"
import { WebhookDeliveryEndpoints } from "./webhook/webhook-delivery-endpoints.ts"
import { WebhookEndpoints } from "./webhook/webhook-endpoints.ts"

/**
 * The level of Tolgee's API that the server speaks, as clients read it: `v` and three numbers. The in-context tools require
 * at least v3.42.0.
 */
export const productVersion = "v3.143.0"

/** The whole HTTP contract: the source of handlers, OpenAPI, the typed client and the tests of every endpoint. */
export class Api extends HttpApi.make("dragoman")
  .add(ServerConfigurationEndpoints)
  .add(AuthenticationEndpoints)
  .add(PasswordResetEndpoints)
  .add(EmailVerificationEndpoints)
  .add(ConsoleSessionEndpoints)
  .add(SignInEndpoints)
  .add(UserEndpoints)
  .add(SecondFactorEndpoints)
  .add(PasskeyEndpoints)
  .add(UserPreferenceEndpoints)
  .add(NotificationEndpoints)
  .add(PersonalAccessTokenEndpoints)
  .add(ProjectApiKeyEndpoints)
  .add(AdministrationEndpoints)
  .add(AuditLogEndpoints)
  .add(ServerStatusEndpoints)
  .add(ScopeInfoEndpoints)
  .add(OrganizationEndpoints)
  .add(InvitationEndpoints)
  .add(SlugEndpoints)
  .add(ProjectEndpoints)
  .add(MemberEndpoints)
  .add(LanguageEndpoints)
  .add(KeyEndpoints)
  .add(TranslationEndpoints)
  .add(CommentEndpoints)
  .add(SuggestionEndpoints)
  .add(PublicProjectEndpoints)
  .add(MyWorkEndpoints)
  .add(NamespaceEndpoints)
  .add(TagEndpoints)
  .add(BranchEndpoints)
  .add(BranchMergeEndpoints)
  .add(RevertEndpoints)
  .add(LabelEndpoints)
  .add(ContentDeliveryEndpoints)
  .add(ContentStorageEndpoints)
  .add(TaskEndpoints)
  .add(UserTaskEndpoints)
  .add(TranslationMemoryEndpoints)
  .add(TranslationMemoryEntryEndpoints)
  .add(TranslationMemoryFileEndpoints)
  .add(GlossaryEndpoints)
  .add(GlossaryTermEndpoints)
  .add(GlossaryHighlightEndpoints)
  .add(GlossaryFileEndpoints)
  .add(StatsEndpoints)
  .add(AvatarEndpoints)
  .add(ImageEndpoints)
  .add(ScreenshotEndpoints)
  .add(KeyTrashEndpoints)
  .add(MemorySuggestionEndpoints)
  .add(StartBatchJobEndpoints)
  .add(BatchJobEndpoints)
  .add(QualityCheckEndpoints)
  .add(AutoTranslationEndpoints)
  .add(PromptVariableEndpoints)
  .add(TranslationSpendingEndpoints)
  .add(MachineTranslationEndpoints)
  .add(PromptEndpoints)
  .add(MachineSuggestionEndpoints)
  .add(LlmProviderEndpoints)
  .add(InternalFeatureEndpoints)
  .add(UnsupportedFeatureEndpoints)
  .add(KeyContextEndpoints)
  .add(KeySearchEndpoints)
  .add(DisabledLanguageEndpoints)
  .add(PermissionEndpoints)
  .add(TranslationListEndpoints)
  .add(ImportEndpoints)
  .add(ExportEndpoints)
  .add(SingleStepImportEndpoints)
  .add(WebhookEndpoints)
  .add(WebhookDeliveryEndpoints)
  .add(ActivityEndpoints)
  .add(EventStreamEndpoints)
  // A response about a query names every parameter that is wrong.
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Dragoman",
      version: "2",
      description: "Localization server that speaks Tolgee's /v2 HTTP API.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
    })
  ) {}
