import { HttpApi, OpenApi } from "effect/http-api"
import { ActivityEndpoints } from "./activity/activity-endpoints.ts"
import { AdministrationEndpoints } from "./administration/administration-endpoints.ts"
import { AuthenticationEndpoints } from "./authentication/authentication-endpoints.ts"
import { ImportEndpoints } from "./import/import-endpoints.ts"
import { InvitationEndpoints } from "./invitation/invitation-endpoints.ts"
import { LanguageEndpoints } from "./language/language-endpoints.ts"
import { MemberEndpoints } from "./member/member-endpoints.ts"
import { OrganizationEndpoints } from "./organization/organization-endpoints.ts"
import { PermissionEndpoints } from "./permission/permission-endpoints.ts"
import { ScopeInfoEndpoints } from "./permission/scope-info-endpoints.ts"
import { PersonalAccessTokenEndpoints } from "./personal-access-token/personal-access-token-endpoints.ts"
import { ProjectEndpoints } from "./project/project-endpoints.ts"
import { ProjectApiKeyEndpoints } from "./project-api-key/project-api-key-endpoints.ts"
import { ServerConfigurationEndpoints } from "./server-configuration/server-configuration-endpoints.ts"
import { SlugEndpoints } from "./slug/slug-endpoints.ts"
import { UserEndpoints } from "./user/user-endpoints.ts"
import { UserPreferenceEndpoints } from "./user/user-preference-endpoints.ts"
import { WebhookEndpoints } from "./webhook/webhook-endpoints.ts"

/** The whole HTTP contract. Handlers, OpenAPI, the typed client and the tests that walk every endpoint start here. */
export class Api extends HttpApi.make("dragoman")
  .add(ServerConfigurationEndpoints)
  .add(AuthenticationEndpoints)
  .add(UserEndpoints)
  .add(UserPreferenceEndpoints)
  .add(PersonalAccessTokenEndpoints)
  .add(ProjectApiKeyEndpoints)
  .add(AdministrationEndpoints)
  .add(ScopeInfoEndpoints)
  .add(OrganizationEndpoints)
  .add(InvitationEndpoints)
  .add(SlugEndpoints)
  .add(ProjectEndpoints)
  .add(MemberEndpoints)
  .add(LanguageEndpoints)
  .add(PermissionEndpoints)
  .add(ImportEndpoints)
  .add(WebhookEndpoints)
  .add(ActivityEndpoints)
  .annotateMerge(
    OpenApi.annotations({
      title: "Dragoman",
      version: "2",
      description: "Localization server that speaks Tolgee's /v2 HTTP API.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
    })
  ) {}
