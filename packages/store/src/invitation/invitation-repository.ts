import { createHash } from "node:crypto"
import type { OrganizationRole, Permission } from "@dragoman/domain/permission"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { computed, pick, type Selected, select } from "../database/table.ts"
import { makeSecretColumns, type SecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { seesProject } from "../project/project-visibility.ts"
import { organizationTable } from "../table/organization-tables.ts"
import {
  directPermissionTable,
  invitationTable,
  permissionFieldNames,
  toPermission
} from "../table/permission-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

export interface OrganizationInvitationTarget {
  readonly kind: "organization"
  readonly organizationId: number
  readonly role: OrganizationRole
}

export interface ProjectInvitationTarget {
  readonly kind: "project"
  readonly projectId: number
  /** Owner of the project. */
  readonly organizationId: number
  readonly permission: Permission
}

/** The role or permission that the user who accepts an invitation gets. */
export type InvitationTarget = OrganizationInvitationTarget | ProjectInvitationTarget

export interface InvitationRow<Target extends InvitationTarget = InvitationTarget> {
  readonly invitationId: number
  readonly code: string
  readonly target: Target
  /** Name of the project or the organization. */
  readonly targetName: string
  /** Slug of the organization, or the owner of the project. */
  readonly organizationSlug: string
  /** Name of the invited person, like `email`. */
  readonly name: string | null
  readonly email: string | null
  readonly createdBy: InviterRow
  /** Epoch milliseconds, as `expiresAt`. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** Says whether it invites to a project. */
export const isProjectInvitation = (row: InvitationRow): row is InvitationRow<ProjectInvitationTarget> =>
  row.target.kind === "project"

/** Says whether it invites to an organization. */
export const isOrganizationInvitation = (row: InvitationRow): row is InvitationRow<OrganizationInvitationTarget> =>
  row.target.kind === "organization"

export interface InviterRow {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly avatarHash: string | null
  readonly isDeleted: boolean
}

/** Behind FROM: `i` the invitation, `p` its project, `o` its organization or that of the project, `u` who invited. */
const invitationSource = `invitation i
  LEFT JOIN project p ON p.id = i.project_id
  JOIN organization o ON o.id = COALESCE(i.organization_id, p.organization_id)
  JOIN user_account u ON u.id = i.created_by`

const i = invitationTable.as("i")
const u = userAccountTable.as("u")
const o = organizationTable.as("o")

/** Out of `invitationSource`. */
const invitation = select({
  invitationId: i.id,
  ...pick(
    i,
    "code",
    "codeDigest",
    "organizationRole",
    "projectId",
    "name",
    "email",
    "createdAt",
    "expiresAt",
    ...permissionFieldNames
  ),
  organizationId: o.id,
  organizationSlug: o.slug,
  targetName: computed(Schema.String, "COALESCE(p.name, o.name)"),
  inviterId: u.id,
  inviterUsername: computed(
    Schema.String,
    `CASE WHEN ${seesProject("u.id", "i.project_id")} OR (i.project_id IS NULL AND (u.server_role = 'ADMIN' OR EXISTS (
      SELECT 1 FROM organization_role m WHERE m.organization_id = i.organization_id AND m.user_id = u.id
    ))) THEN u.username ELSE '' END`
  ),
  inviterName: u.name,
  inviterAvatarHash: u.avatarHash,
  inviterDeletedAt: u.deletedAt
})

/** Returns an invitation to the organization when there is no project. */
const toInvitationRow = ({ open }: SecretColumns, row: Selected<typeof invitation>): InvitationRow => ({
  invitationId: row.invitationId,
  code: open(secretPlace("invitation", row.codeDigest), row.code),
  target:
    row.projectId === null
      ? { kind: "organization", organizationId: row.organizationId, role: row.organizationRole ?? "MEMBER" }
      : {
          kind: "project",
          projectId: row.projectId,
          organizationId: row.organizationId,
          permission: toPermission(row)
        },
  targetName: row.targetName,
  organizationSlug: row.organizationSlug,
  name: row.name,
  email: row.email,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  createdBy: {
    userId: row.inviterId,
    username: row.inviterUsername,
    name: row.inviterName,
    avatarHash: row.inviterAvatarHash,
    isDeleted: row.inviterDeletedAt !== null
  }
})

/** Returns the digest by which an invitation is found. A code is too long to be guessed, so one round of a fast hash is enough. */
export const digestOfInvitationCode = (code: string): string => createHash("sha256").update(code, "utf8").digest("hex")

export interface NewInvitation {
  readonly code: string
  readonly target: InvitationTarget
  readonly name: string | null
  readonly email: string | null
  readonly createdBy: number
  /** Epoch milliseconds, as `expiresAt`. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** The targets of invitations. */
export type InvitationPlace =
  | { readonly kind: "organization"; readonly organizationId: number }
  | { readonly kind: "project"; readonly projectId: number }

/** Open invitations into live projects and organizations. The ones that expired before `now` are as good as absent. */
export class InvitationRepository extends Context.Service<
  InvitationRepository,
  {
    /** Gives the new id. */
    readonly create: (invitation: NewInvitation) => Effect.Effect<number>
    readonly find: (invitationId: number, now: number) => Effect.Effect<Option.Option<InvitationRow>>
    readonly findByCode: (code: string, now: number) => Effect.Effect<Option.Option<InvitationRow>>
    /** Lists invitations by creation time. */
    readonly list: (place: InvitationPlace, now: number) => Effect.Effect<ReadonlyArray<InvitationRow>>
    readonly hasExpired: (place: InvitationPlace, now: number) => Effect.Effect<boolean>
    readonly purgeExpired: (place: InvitationPlace, now: number) => Effect.Effect<void>
    /** false: it was accepted before. Of several calls at once, one gets true. */
    readonly take: (invitationId: number) => Effect.Effect<boolean>
    /** Changes nothing when the user has a direct permission; false then. */
    readonly addDirectPermission: (
      userId: number,
      target: ProjectInvitationTarget,
      at: number
    ) => Effect.Effect<boolean>
    /**
     * Whether the address is invited to the place, or is the user name of a member: of a user with a role in the
     * organization, with a direct permission in the project. Case-insensitive.
     */
    readonly isInvitedOrMember: (place: InvitationPlace, email: string, now: number) => Effect.Effect<boolean>
  }
>()("@dragoman/store/invitation/InvitationRepository") {
  static readonly layer = Layer.effect(
    InvitationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secretColumns = yield* makeSecretColumns
      const isAt = (place: InvitationPlace) =>
        place.kind === "project" ? sql`project_id = ${place.projectId}` : sql`organization_id = ${place.organizationId}`
      const select = Effect.fnUntraced(function* (condition: Statement.Fragment, now: number) {
        const rows = yield* invitation.all(sql`
          SELECT ${invitation.columns} FROM ${sql.literal(invitationSource)}
          WHERE ${condition} AND i.expires_at > ${now} AND p.deleted_at IS NULL AND o.deleted_at IS NULL
          ORDER BY i.created_at, i.id`)
        return rows.map((row) => toInvitationRow(secretColumns, row))
      })
      const selectOne = (condition: Statement.Fragment, now: number) =>
        Effect.map(select(condition, now), ([row]) => Option.fromNullishOr(row))

      return InvitationRepository.of({
        create: Effect.fnUntraced(function* ({ target, ...input }) {
          const codeDigest = digestOfInvitationCode(input.code)
          const row = {
            ...input,
            code: (yield* secretColumns.sealing)(secretPlace("invitation", codeDigest), input.code),
            codeDigest,
            organizationId: target.kind === "organization" ? target.organizationId : null,
            organizationRole: target.kind === "organization" ? target.role : null,
            projectId: target.kind === "project" ? target.projectId : null,
            ...(target.kind === "project" ? toPermission(target.permission) : {})
          }
          const rows = yield* sql<{ id: number }>`${invitationTable.insert(sql, [row])} RETURNING id`
          return yield* Effect.fromNullishOr(rows[0]?.id)
        }, Effect.orDie),

        find: Effect.fn("InvitationRepository.find")(
          (invitationId, now) => selectOne(sql`i.id = ${invitationId}`, now),
          Effect.orDie
        ),

        findByCode: Effect.fn("InvitationRepository.findByCode")(
          (code, now) => selectOne(sql`i.code_digest = ${digestOfInvitationCode(code)}`, now),
          Effect.orDie
        ),

        list: Effect.fn("InvitationRepository.list")(
          (place, now) =>
            select(
              place.kind === "project"
                ? sql`i.project_id = ${place.projectId}`
                : sql`i.organization_id = ${place.organizationId}`,
              now
            ),
          Effect.orDie
        ),

        hasExpired: Effect.fnUntraced(function* (place, now) {
          const rows = yield* sql`SELECT id FROM invitation WHERE ${isAt(place)} AND expires_at <= ${now} LIMIT 1`
          return rows.length > 0
        }, Effect.orDie),

        purgeExpired: Effect.fnUntraced(function* (place, now) {
          yield* sql`DELETE FROM invitation WHERE ${isAt(place)} AND expires_at <= ${now}`
        }, Effect.orDie),

        take: Effect.fnUntraced(function* (invitationId) {
          const rows = yield* sql`DELETE FROM invitation WHERE id = ${invitationId} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        addDirectPermission: Effect.fnUntraced(function* (userId, target, at) {
          const rows = yield* sql`
            ${directPermissionTable.insert(sql, [
              { projectId: target.projectId, userId, ...toPermission(target.permission), createdAt: at }
            ])}
            ON CONFLICT (project_id, user_id) DO NOTHING RETURNING user_id`
          return rows.length > 0
        }, Effect.orDie),

        isInvitedOrMember: Effect.fnUntraced(function* (place, email, now) {
          const members =
            place.kind === "project"
              ? sql`direct_permission m WHERE m.project_id = ${place.projectId}`
              : sql`organization_role m WHERE m.organization_id = ${place.organizationId}`
          const address = email.toLowerCase()
          const rows = yield* sql`
            SELECT 1 AS found FROM invitation
            WHERE ${isAt(place)} AND unicode_lower(email) = ${address} AND expires_at > ${now}
            UNION ALL
            SELECT 1 AS found FROM user_account u
            WHERE unicode_lower(u.username) = ${address} AND u.deleted_at IS NULL
              AND u.id IN (SELECT m.user_id FROM ${members})
            LIMIT 1`
          return rows.length > 0
        }, Effect.orDie)
      })
    })
  )
}
