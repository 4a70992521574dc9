import { Layer } from "effect"
import { InvitationHandlers } from "./invitation/invitation-handlers.ts"
import { OrganizationHandlers } from "./organization/organization-handlers.ts"
import { SlugHandlers } from "./slug/slug-handlers.ts"

/** All endpoints of organizations. */
export const layerOrganizationHandlers = Layer.mergeAll(InvitationHandlers, OrganizationHandlers, SlugHandlers)
