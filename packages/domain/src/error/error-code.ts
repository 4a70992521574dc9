/**
 * Every error code that the server answers with, and for a person: what happened and what to do.
 * The wire shows the code; documentation and the log show the sentence.
 * Source: reference "auth-and-permissions" 4 to 7, "import-and-formats" 2, "content-api" 7, "webhooks" 1.6.
 */
export const errorCodes = {
  already_impersonating_user: "You act as another user already. Log in again as yourself first.",
  api_access_forbidden: "API keys and tokens cannot be used here. Log in and use the access token.",
  api_key_not_found: "There is no project API key with this id.",
  bad_credentials: "The user name or the password is wrong.",
  can_not_revoke_own_permissions: "You cannot revoke your own access. Leave the project, or ask another member.",
  cannot_add_more_then_100_languages:
    "An import holds at most 100 languages and files. Apply or cancel it, then upload the rest.",
  cannot_delete_base_language: "The base language cannot be deleted. Choose another base language first.",
  cannot_delete_your_own_account: "An administrator cannot delete their own account here.",
  cannot_disable_your_own_account: "An administrator cannot disable their own account.",
  cannot_find_suitable_address_part: "No free address part could be made from this name. Choose a slug.",
  cannot_leave_project_with_organization_role:
    "Members of the organization cannot leave a single project. Leave the organization.",
  cannot_parse_file: "The file could not be read; the second parameter says where and why.",
  cannot_set_different_translate_and_state_change_languages_for_level_based_permissions:
    "REVIEW needs the same languages for translating and for changing states.",
  cannot_set_language_permissions_for_admin_scope: "The scope admin cannot be limited to languages.",
  cannot_set_state_change_languages_without_translations_state_edit_scope:
    "State-change languages need the scope translations.state-edit.",
  cannot_set_translate_languages_without_translations_edit_scope:
    "Translate languages need the scope translations.edit.",
  cannot_set_view_languages_without_for_level_based_permissions:
    "Permission types cannot be limited to viewable languages. Use granular scopes.",
  cannot_set_view_languages_without_translations_view_scope: "View languages need the scope translations.view.",
  cannot_set_your_own_permissions: "You cannot change your own permission.",
  cannot_set_your_own_role: "You cannot change your own role.",
  current_password_required: "Changing the e-mail address needs the current password.",
  dont_have_direct_permissions: "You have no direct permission in this project.",
  email_already_invited_or_member: "This e-mail address is invited already or belongs to a member.",
  expired_jwt_token: "The access token has expired. Log in again.",
  expired_super_jwt_token: "This needs a recently entered password. Ask for a super token.",
  file_too_big: "The upload is larger than the server accepts (DRAGOMAN_MAX_UPLOAD_MB).",
  invalid_authentication_method: "This needs another kind of credential.",
  invalid_jwt_token: "The access token is not valid here. Log in again.",
  invalid_pat: "There is no such personal access token.",
  invalid_project_api_key: "There is no such project API key.",
  invitation_code_does_not_exist_or_expired: "The invitation does not exist any more. Ask for a new one.",
  invitation_email_mismatch: "The invitation was made for another e-mail address.",
  language_name_exists: "The project has a language of this name.",
  language_not_found: "The project has no such language.",
  language_not_from_project: "The language belongs to another project.",
  language_not_permitted: "Your permission does not cover these languages.",
  language_tag_exists: "The project has a language with this tag.",
  language_with_base_language_tag_not_found: "The base language must be one of the languages of the project.",
  namespace_cannot_be_used_when_feature_is_disabled:
    "Namespaces were found, but the project does not use them. Everything goes to the default namespace.",
  namespace_not_from_project: "The namespace belongs to another project.",
  namespaces_cannot_be_disabled_when_namespace_exists: "Namespaces cannot be switched off while the project has one.",
  no_project_id_provided: "Name the project with the parameter projectId.",
  only_review_permission_accepts_state_change_languages: "Only REVIEW accepts state-change languages.",
  only_translate_or_review_permission_accepts_translate_languages:
    "Only TRANSLATE and REVIEW accept translate languages.",
  operation_not_permitted: "A scope or a role is missing; the parameters name the scopes.",
  organization_has_no_other_owner:
    "The organization would be left without an owner. Make somebody else an owner first.",
  organization_not_found: "There is no such organization, or you cannot see it.",
  pak_access_not_allowed: "Project API keys cannot be used here.",
  pak_created_for_different_project: "The API key belongs to another project.",
  pat_access_not_allowed: "Personal access tokens cannot be used here.",
  pat_expired: "The personal access token has expired. Make a new one.",
  pat_not_found: "There is no personal access token with this id.",
  project_api_key_expired: "The project API key has expired. Make a new one.",
  project_not_found: "There is no such project, or you cannot see it.",
  project_not_selected: "Name the project in the path, or use a project API key.",
  registrations_not_allowed: "Signing up needs an invitation on this server.",
  request_parse_error: "The body could not be read; the parameter says where and what was expected.",
  resource_not_found: "There is nothing under this address.",
  scope_not_found: "There is no such scope.",
  scopes_has_to_be_set: "Name at least one scope.",
  set_exactly_one_of_scopes_or_type: "Give either a permission type or scopes.",
  slug_not_unique: "This slug is taken.",
  unauthenticated: "Log in, or send an API key.",
  unexpected_error_occurred: "The server failed. The log has the details under the request id.",
  unknown_sort_property: "The list cannot be sorted by this property.",
  unsupported_media_type: "The body has a content type that is not accepted here.",
  url_not_valid: "The address is not an http(s) URL that the server may reach.",
  user_account_disabled: "The account is disabled. Ask an administrator.",
  user_already_has_permissions: "You have a permission in this project already.",
  user_already_has_role: "You have a role in this organization already.",
  user_cannot_view_this_organization: "You cannot see this organization.",
  user_has_no_project_access: "The user has no access to this project.",
  user_is_not_member_of_organization: "The user is not a member of this organization.",
  user_is_not_owner_of_organization: "This needs the role of an owner in the organization.",
  user_is_not_owner_or_maintainer_of_organization: "This needs the role of an owner in the organization.",
  user_is_organization_member:
    "The user has a role in the organization. Change the role or set the permission to NONE.",
  user_is_organization_owner: "Owners of the organization may do everything; their permission cannot be set.",
  user_not_found: "There is no such user.",
  username_already_exists: "This user name is taken.",
  validation_email_is_not_valid: "This is not an e-mail address.",
  wrong_current_password: "The current password is wrong.",
  wrong_param_type: "A value in the address has the wrong type; the parameter names it."
} as const satisfies Record<string, string>

export type ErrorCode = keyof typeof errorCodes
