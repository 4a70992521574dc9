import type { ErrorCode } from "./error-code.ts"

/**
 * The error codes with another HTTP status than 400. Apart from the sentences of the codes: bundles of the package that need
 * no sentence leave them out.
 */
const codesByStatus = {
  401: [
    "bad_credentials",
    "expired_jwt_token",
    "invalid_jwt_token",
    "invalid_pat",
    "invalid_project_api_key",
    "passkey_not_accepted",
    "pat_expired",
    "project_api_key_expired",
    "registrations_not_allowed",
    "sso_cant_verify_user",
    "sso_group_not_permitted",
    "sso_token_exchange_failed",
    "sso_user_info_retrieval_failed",
    "third_party_auth_error_message",
    "third_party_auth_no_email",
    "third_party_auth_no_sub",
    "third_party_auth_non_matching_email",
    "third_party_auth_unknown_error",
    "third_party_google_workspace_mismatch",
    "third_party_switch_initiated",
    "third_party_unauthorized",
    "unauthenticated",
    "use_sso_for_authentication_instead"
  ],
  403: [
    "api_access_forbidden",
    "api_key_of_another_user",
    "cannot_create_organization",
    "cannot_delete_default_branch",
    "console_header_missing",
    "email_not_verified",
    "expired_super_jwt_token",
    "foreign_origin",
    "language_not_permitted",
    "not_while_acting_as_user",
    "operation_not_permitted",
    "pak_access_not_allowed",
    "pak_created_for_different_project",
    "pat_access_not_allowed",
    "sso_domain_not_allowed",
    "sso_login_forced_for_this_account",
    "sso_user_cannot_create_organization",
    "user_can_only_delete_his_suggestions",
    "user_is_not_owner_of_organization",
    "user_is_not_owner_or_maintainer_of_organization"
  ],
  404: [
    "api_key_not_found",
    "batch_job_not_found",
    "branch_merge_change_not_found",
    "branch_merge_not_found",
    "branch_not_found",
    "glossary_not_found",
    "glossary_term_not_found",
    "key_not_found",
    "label_not_found",
    "language_not_found",
    "namespace_not_found",
    "one_or_more_images_not_found",
    "organization_not_found",
    "origin_branch_not_found",
    "pat_not_found",
    "project_not_found",
    "prompt_not_found",
    "resource_not_found",
    "service_not_found",
    "sso_domain_not_found_or_disabled",
    "suggestion_not_found",
    "tag_not_found",
    "task_not_found",
    "translation_memory_entry_not_found",
    "translation_memory_not_found",
    "translation_memory_project_assignment_not_found",
    "translation_not_found",
    "user_is_not_member_of_organization",
    "user_not_found"
  ],
  409: [
    "import_plan_outdated",
    "import_stopped",
    "native_authentication_disabled",
    "revert_conflicts",
    "revert_outdated",
    "revert_too_old",
    "text_changed"
  ],
  412: ["precondition_failed"],
  415: ["unsupported_media_type"]
} as const satisfies Readonly<Record<number, ReadonlyArray<ErrorCode>>>

export type ErrorStatus = 400 | keyof typeof codesByStatus

/** The HTTP status of an error code, unless an operation answers with another one. */
export const statusOfErrorCode = (code: ErrorCode): ErrorStatus => {
  for (const [status, codes] of Object.entries(codesByStatus)) {
    if ((codes as ReadonlyArray<ErrorCode>).includes(code)) return Number(status) as ErrorStatus
  }
  return 400
}
