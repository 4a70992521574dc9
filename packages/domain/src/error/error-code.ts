/**
 * The sentence of each error code for a person: what happened and what to do. Responses carry the code; the documentation and the
 * log carry the sentence. The status of a code: `error-status.ts`.
 */
const sentences = {
  "Account security settings cannot be changed.": "Notifications about the security of the account are always on.",
  api_access_forbidden: "API keys and tokens cannot be used here. Log in and use the access token.",
  api_key_not_found: "There is no project API key with this id.",
  api_key_of_another_user:
    "The key acts for another user: you may delete it or remove scopes, not regenerate it or add scopes; the parameters name the added ones.",
  authentication_method_disabled: "This login method is turned off on the server.",
  azure_connection_string_required: "The connection string of the Azure storage is missing.",
  bad_credentials: "The user name or the password is wrong.",
  batch_job_not_found: "The project has no such batch job.",
  branch_already_exists: "The project has another branch of this name.",
  branch_merge_change_not_found: "The merge has no such change.",
  branch_merge_conflicts_not_resolved: "Conflicts of the merge are not resolved yet. Choose a side for each.",
  branch_merge_not_found: "The project has no such merge, or it was applied.",
  branch_merge_revision_not_valid: "One of the branches was changed since the comparison. Refresh the merge.",
  branch_not_found: "The project has no branch of this name, or it is still being created.",
  can_edit_only_own_comment: "Another user wrote the comment: only its author can edit it.",
  can_not_revoke_own_permissions: "You cannot revoke your own access. Leave the project, or ask another member.",
  cannot_add_more_then_100_languages:
    "An import holds at most 100 languages and files. Apply or cancel it, then upload the rest.",
  cannot_change_project_base_language_tm_conflict:
    "Shared translation memories translate from the old base language. Unassign them, or send unassignConflictingTms.",
  cannot_change_tm_base_language_while_assigned:
    "Projects use the translation memory. Unassign them before you change its source language.",
  cannot_create_azure_storage_client: "The connection string of the Azure storage cannot be read.",
  cannot_create_organization:
    "You belong to no organization, and your account may not create one. Ask an owner for an invitation.",
  cannot_delete_base_language: "The base language cannot be deleted. Choose another base language first.",
  cannot_delete_branch_with_children: "Other branches were made from this one. Delete them first.",
  cannot_delete_default_branch: "The default branch cannot be deleted.",
  cannot_delete_your_own_account: "An administrator cannot delete their own account here.",
  cannot_disable_your_own_account: "An administrator cannot disable their own account.",
  cannot_find_suitable_address_part: "No free address part could be made from this name. Choose a slug.",
  cannot_leave_project_with_organization_role:
    "Members of the organization cannot leave a single project. Leave the organization.",
  cannot_modify_disabled_translation: "The key is disabled in this language. Enable it first.",
  cannot_modify_project_translation_memory:
    "This translation memory belongs to a project, which decides its name, language and use.",
  cannot_modify_reviewed_translation: "The text was reviewed and may not be changed.",
  cannot_parse_file: "The file could not be read; the second parameter has the place and the reason.",
  cannot_remove_other_keys:
    "Parts of the files were not read, so the other keys are not known; the parameters name the parts. Nothing was changed.",
  cannot_set_different_translate_and_state_change_languages_for_level_based_permissions:
    "REVIEW needs the same languages for translating and for changing states.",
  cannot_set_language_permissions_for_admin_scope: "The scope admin cannot be limited to languages.",
  cannot_set_sso_provider_missing_fields:
    "Single sign-on can be enabled when every field has a value; the parameters name the blank ones.",
  cannot_set_state_change_languages_without_translations_state_edit_scope:
    "State-change languages need the scope translations.state-edit.",
  cannot_set_state_for_missing_translation: "A state was given for a language without a text.",
  cannot_set_translate_languages_without_translations_edit_scope:
    "Translate languages need the scope translations.edit.",
  cannot_set_view_languages_without_for_level_based_permissions:
    "Permission types cannot be limited to viewable languages. Use granular scopes.",
  cannot_set_view_languages_without_translations_view_scope: "View languages need the scope translations.view.",
  cannot_set_your_own_permissions: "You cannot change your own permission.",
  cannot_set_your_own_role: "You cannot change your own role.",
  cannot_sort_by_this_column: "The cursor belongs to a list in another order.",
  cannot_store_file_to_content_storage:
    "The files could not be written to the storage. Test the storage in its settings.",
  cannot_unassign_project_from_own_translation_memory: "A project always uses its own translation memory.",
  conflict_is_not_resolved:
    "Texts of the project differ from those of the import; the parameters name them. Resolve them, or choose a force mode.",
  console_header_missing: "Only the web console can do this: the header `X-Dragoman-Console: 1` is missing.",
  content_delivery_prune_failed: "Old files could not be removed from the storage.",
  content_storage_config_invalid: "The storage could not be used with these settings.",
  content_storage_config_required: "Give the settings of exactly one storage: S3 or Azure.",
  content_storage_is_in_use: "Content deliveries use this storage. Delete them, or give them another storage first.",
  current_password_required: "Changing the e-mail address needs the current password.",
  custom_slug_is_only_applicable_for_custom_storage: "A slug can be chosen with a storage of your own only.",
  custom_values_json_too_long: "The custom values are longer than 5000 characters as JSON.",
  dont_have_direct_permissions: "You have no direct permission in this project.",
  duplicate_suggestion: "An active suggestion with this text exists already.",
  email_already_verified: "The e-mail address is verified already.",
  email_not_verified: "The e-mail address is not verified yet. Open the link in the mail, or ask for a new one.",
  email_verification_code_not_valid: "The link has expired or was replaced by a newer one. Ask for a new one.",
  email_already_invited_or_member: "This e-mail address is invited already or belongs to a member.",
  email_domain_not_allowed: "E-mail addresses of this domain may not sign up here.",
  existing_language_not_selected: "A language of the import has no language of the project. Pair them first.",
  expect_no_conflict_failed: "The project has texts that the request expected to be missing; the parameters name them.",
  expired_jwt_token: "The access token has expired. Log in again.",
  expired_super_jwt_token: "This needs a recently entered password, code or passkey. Ask for a super token.",
  export_key_plural_suffix_collision: "A plural form would get the name of another key; the parameters name both.",
  feature_not_enabled: "The server does not have this feature; the parameter names it.",
  feature_not_enabled_for_project:
    "The project does not use this feature; the parameter names it. Turn it on in the settings of the project.",
  file_not_image: "The upload is not a valid PNG, JPEG, GIF or WebP image.",
  file_processing_failed: "The file could not be read; the second parameter has the place and the reason.",
  file_too_big:
    "The upload is larger than the server accepts (DRAGOMAN_MAX_UPLOAD_MB), or an image with more than 40 megapixels.",
  filter_by_value_label_not_valid: "The filter is written `tag,labelId`.",
  filter_by_value_qa_check_type_not_valid:
    "There is no such type of quality check; the parameters name it. A filter is written `tag,TYPE`.",
  filter_by_value_state_not_valid: "The filter is written `tag,STATE`.",
  filter_pattern_language_not_valid: "The language of the pattern is not among the selected languages.",
  filter_pattern_not_valid: "A pattern has 1 to 500 characters and at most 5 stars; at most 20 patterns.",
  formality_not_supported_by_service:
    "The service has no polite and familiar forms of the language; the parameters name service, language and formality.",
  foreign_origin:
    "The request comes from a page of another origin. If it is the console behind a proxy, the server needs the address in DRAGOMAN_PUBLIC_URL.",
  glossary_non_translatable_term_cannot_be_translated:
    "The term stays as it is in the base language. Clear flagNonTranslatable before you translate it.",
  glossary_not_found: "There is no such glossary, or it is not for you.",
  glossary_term_not_found: "The glossary has no such term.",
  import_failed: "Files could not be read; the parameters have their names and reasons. Nothing was changed.",
  import_keys_error: "Some keys could not be imported; the parameters name each with its error. Nothing was changed.",
  import_plan_outdated:
    "The project has changed since the import was planned; the parameters name the first keys. Nothing was changed. Plan the import again.",
  import_stopped:
    "The project has changed while the import was written; the parameters are the number of imported keys, the number of all and the reason. Import the same again for the others.",
  invalid_authentication_method: "This needs another kind of credential.",
  invalid_otp_code: "The code is wrong, or was used before. Wait for the next one.",
  invalid_jwt_token: "The access token is not valid here. Log in again.",
  invalid_pat: "There is no such personal access token.",
  invalid_plural_form: "The text of a plural key must be one ICU plural.",
  invalid_project_api_key: "There is no such project API key.",
  invalid_slug_format: "A slug has up to 60 lower-case letters and digits, with single hyphens between them.",
  invitation_code_does_not_exist_or_expired: "The invitation does not exist any more. Ask for a new one.",
  invitation_email_mismatch: "The invitation was made for another e-mail address.",
  invitation_organization_mismatch: "The invitation is for another organization than the single sign-on.",
  key_exists: "The project has a key of this name in this namespace.",
  key_exists_in_namespace: "The namespace has a key of this name.",
  key_not_found: "The project has no such key.",
  language_name_exists: "The project has a language of this name.",
  language_not_found: "The project has no such language.",
  language_not_from_project: "The project does not have the language.",
  language_not_permitted: "Your permission does not cover these languages.",
  language_not_supported_by_service: "The service does not translate into the language; the parameters name both.",
  language_tag_exists: "The project has a language with this tag.",
  label_already_exists: "The project has another label of this name: the parameter.",
  label_not_found: "The project has no such label.",
  language_with_base_language_tag_not_found: "The base language must be one of the languages of the project.",
  last_passkey_of_account:
    "The account has neither a password nor a provider, so this passkey is needed for the login. Add another one first.",
  llm_content_filter: "The language model rejected the text.",
  llm_provider_empty_response: "The language model returned nothing. Try it again, or choose another model.",
  llm_provider_error: "The provider of the language model failed; the parameter says why.",
  llm_provider_key_needed: "The new address leads to another host. Send the key for it.",
  llm_provider_max_tokens_exceeded:
    "The output of the language model was cut off. Raise its limit of tokens, or shorten the text.",
  llm_provider_not_found: "There is no provider of language models of this name or id.",
  llm_provider_not_returned_json:
    "The language model did not return the form that was asked for. Try it again, or choose another model.",
  llm_rate_limited: "The provider of the language model takes no more requests for now. Try it again later.",
  llm_template_parsing_error:
    "The template of the prompt cannot be rendered; the parameters are the mistake, its line and its column, 0 where they are unknown.",
  mail_not_configured: "The server sends no mail. Ask an administrator.",
  max_screenshots_exceeded: "The key has the maximum number of screenshots; the parameter is that number.",
  mfa_enabled: "The account has a second factor: send a code of the authenticator app or a recovery code as `otp`.",
  mfa_not_enabled: "The account has no second factor.",
  missing_placeholder_in_template: "The file structure template lacks placeholders; the parameters name them.",
  mt_service_not_enabled:
    "The server or the project has no such service of machine translation. Enable one in the settings.",
  multiple_mappings_for_same_file_language_name: "Two mappings name the same language of the import.",
  namespace_cannot_be_used_when_feature_is_disabled:
    "Namespaces were found, but the project does not use them. Everything goes to the default namespace.",
  namespace_exists: "The project has a namespace of this name.",
  namespace_not_found: "The project has no such namespace.",
  namespace_not_from_project: "The project does not have the namespace.",
  namespaces_cannot_be_disabled_when_namespace_exists: "Namespaces cannot be switched off while the project has one.",
  native_authentication_disabled: "This server does not use passwords. Log in with one of its providers.",
  no_data_to_import: "Nothing was found in the files.",
  no_exported_result: "Nothing matches, so there is nothing to export.",
  no_project_id_provided: "Name the project with the parameter projectId.",
  no_translations_to_recheck: "None of the keys has a text in a language that quality checks are on for.",
  not_while_acting_as_user:
    "Only the user may do this, not an administrator who acts as the user: it needs the user's own login.",
  one_or_more_images_not_found: "There is no such uploaded image.",
  only_review_permission_accepts_state_change_languages: "Only REVIEW accepts state-change languages.",
  only_translate_or_review_permission_accepts_translate_languages:
    "Only TRANSLATE and REVIEW accept translate languages.",
  operation_not_permitted: "A scope or a role is missing; the parameters name the scopes.",
  operation_unavailable_for_account_type:
    "The account is managed by single sign-on: its provider keeps the password, the name and the e-mail address.",
  organization_has_no_other_owner: "The organization would be left without an owner. Make another user an owner first.",
  organization_not_found: "There is no such organization, or you cannot see it.",
  origin_branch_not_found: "The project has no such branch to start from, or the branch was made from none.",
  out_of_credits: "The budget for machine translation is used up.",
  pak_access_not_allowed: "Project API keys cannot be used here.",
  pak_created_for_different_project: "The API key belongs to another project.",
  passkey_exists: "The account has this passkey already.",
  passkey_not_accepted: "The passkey was not accepted. Try again, or log in with the password.",
  passkeys_not_possible: "Passkeys need a server address with a name, not only numbers. Set DRAGOMAN_PUBLIC_URL.",
  pat_access_not_allowed: "Personal access tokens cannot be used here.",
  pat_expired: "The personal access token has expired. Make a new one.",
  pat_not_found: "There is no personal access token with this id.",
  plural_forms_data_loss: "The plural has different forms, of which only one would be kept.",
  precondition_failed:
    "It has been changed since you read it, and nothing was written. Read it again; the parameter is its present ETag.",
  project_api_key_expired: "The project API key has expired. Make a new one.",
  project_not_found: "There is no such project, or you cannot see it.",
  project_not_selected: "Name the project in the path, or use a project API key.",
  prompt_not_found: "The project has no such prompt.",
  provide_only_one_of_screenshots_and_screenshot_uploaded_image_ids:
    "Give screenshots or screenshotUploadedImageIds, not both.",
  public_projects_not_allowed:
    "The operator of this server allows no public projects (the setting DRAGOMAN_PUBLIC_PROJECTS). Ask the operator to allow them.",
  qa_checks_not_enabled: "Quality checks are off in this project. Switch them on first.",
  registrations_not_allowed: "Signing up needs an invitation on this server.",
  request_parse_error: "The body could not be read; the parameter has the place and the expected value.",
  resource_not_found: "There is nothing under this address.",
  revert_conflicts:
    "Some values have been changed since, or cannot come back; the parameter is their number. Nothing was changed. Look at the preview, and skip them with onConflict SKIP.",
  revert_outdated: "The project has changed since the preview. Nothing was changed. Look at the new preview.",
  revert_too_large:
    "These changes are too many to be reverted at once; the parameters are the highest numbers of revisions and of changed values. Choose a shorter time.",
  revert_too_old:
    "The server no longer keeps this activity; the parameter is the time of the newest change that it has dropped, in epoch milliseconds. Choose later changes.",
  s3_access_key_required: "The access key of the S3 storage is missing.",
  s3_secret_key_required: "The secret key of the S3 storage is missing.",
  scope_not_found: "There is no such scope.",
  scopes_has_to_be_set: "Name at least one scope.",
  search_invalid: "The search line cannot be read. The parameters are the position and what is expected there.",
  server_has_no_other_administrator:
    "The server would be left without an administrator. Give another user the role ADMIN first.",
  service_not_found: "The server has no login by this service.",
  set_exactly_one_of_scopes_or_type: "Give either a permission type or scopes.",
  sign_in_expired: "The login took too long, was finished before, or began in another browser. Start it again.",
  slug_not_unique: "This slug is taken.",
  sorting_and_paging_is_not_supported_when_using_cursor:
    "A cursor contains the place and the order of the list: leave out `page` and `sort`.",
  sso_auth_missing_domain: "Name the domain of the organization.",
  sso_cannot_manage_access_elsewhere:
    "The account has roles or permissions in other organizations, which the parameters name. Leave or delete them first: single sign-on manages accounts of its own organization only.",
  sso_cannot_manage_administrator: "Single sign-on of an organization does not manage administrators of the server.",
  sso_cant_verify_user: "The provider of single sign-on does not confirm your account any more. Log in again.",
  sso_domain_not_allowed: "The domain of single sign-on is set by an administrator of the server.",
  sso_domain_not_found_or_disabled: "No organization has single sign-on for this domain.",
  sso_domain_taken: "Another organization has single sign-on for this domain.",
  sso_group_not_permitted:
    "None of your groups may use this organization. Ask one of its owners; the parameters are the groups that may.",
  sso_login_forced_for_this_account:
    "People of this domain log in with single sign-on; the parameter is the domain. Connect your account with it.",
  sso_token_exchange_failed:
    "The provider of single sign-on rejected the login or does not respond; the parameters have its message.",
  sso_user_cannot_create_organization: "Accounts that an organization manages cannot create organizations.",
  sso_user_info_retrieval_failed:
    "The provider of single sign-on sent no valid proof of your identity; the parameters have the reason.",
  suggestion_cant_be_plural: "The suggestion is a plural and the key is none any more. Suggest the text again.",
  suggestion_must_be_plural: "The key is a plural now and the suggestion is none. Suggest the text again.",
  suggestion_not_active: "The suggestion was accepted or declined already; the parameter is its state.",
  suggestion_not_found: "There is no suggestion with this id for the key in this language.",
  tag_is_blank: "A tag needs a name.",
  tag_not_found: "The key has no such tag.",
  tag_too_log: "A tag has at most 100 characters.",
  task_not_finished: "Keys of the task are not done yet. Do them first, or cancel the task.",
  task_not_found: "The project has no such task, or the task has no such key.",
  task_not_open: "The task is finished or canceled. Reopen it first.",
  third_party_auth_error_message: "The provider rejected the login; the parameters have its message.",
  third_party_auth_no_email: "The provider did not send a verified e-mail address.",
  third_party_auth_no_sub: "The provider sent no id of the account.",
  third_party_auth_non_matching_email: "The e-mail address is of another domain than the single sign-on.",
  third_party_auth_unknown_error:
    "The provider does not respond, or sent an unreadable response; the parameters have the details.",
  third_party_google_workspace_mismatch:
    "The Google account belongs to none of the Workspace domains that this server accepts.",
  third_party_switch_conflict: "The identity belongs to another account, or has another e-mail address than yours.",
  third_party_switch_initiated: "Your account can be connected with this identity. Accept the change to do it.",
  third_party_unauthorized: "The provider's proof of your identity is not valid; the parameters have the reason.",
  too_many_mappings_for_file: "Two mappings name the same file.",
  too_many_webhook_configs:
    "The project has the maximum number of webhook configurations; the parameter is that number.",
  too_many_passkeys: "The account has the maximum number of passkeys; the parameter is that number.",
  too_many_uploaded_images: "Too many of your uploaded images wait to be attached. Attach or delete some.",
  translation_exceeds_char_limit:
    "The text is longer than the limit of the key; the parameters are the key and the limit.",
  translation_exists: "There is a translation already.",
  text_changed: "The text has been changed since it was read; the parameter has the present texts by language tag.",
  translation_failed: "The text could not be translated. Try it again later.",
  translation_has_quality_errors:
    "The text has problems that keep it from being reviewed; the parameters name their types. Mend or ignore them first.",
  translation_memory_already_assigned_to_project: "The project uses this translation memory already.",
  translation_memory_base_language_mismatch:
    "The project translates from another language than the memory; the parameters are memory, its language, and that of the project.",
  translation_memory_duplicate_project_assignment: "A project is listed twice; the parameters are the ids.",
  translation_memory_entry_duplicate_target_language: "A language is listed twice. Send one translation for each.",
  translation_memory_entry_exists: "The memory has an entry with this source, language and translation already.",
  translation_memory_entry_not_found: "The translation memory has no such entry.",
  translation_memory_name_already_exists:
    "The organization has a translation memory of this name; the parameter is the name.",
  translation_memory_not_found: "There is no such translation memory, or it is not for you.",
  translation_memory_project_assignment_not_found: "The project does not use this translation memory.",
  translation_not_found: "The key has no translation in this language.",
  translation_not_valid_icu:
    "The text is no ICU message, and the project rejects such texts. The parameters are the language, the character from 1, and the mistake.",
  translation_text_too_long: "The text is longer than allowed; the parameter is the limit in characters.",
  unauthenticated: "Log in, or send an API key.",
  unknown_sort_property: "The list cannot be sorted by this property.",
  unsubscribe_link_not_valid: "The link is incomplete, or from another server. Change your settings in the console.",
  unsupported_media_type: "The body has a content type that is not accepted here.",
  url_not_valid: "The address is not an http(s) URL that the server may reach.",
  use_sso_for_authentication_instead: "People of this domain log in with single sign-on; the parameter is the domain.",
  user_account_disabled: "The account is disabled. Ask an administrator.",
  user_already_has_permissions: "You have a permission in this project already.",
  user_already_has_role: "You have a role in this organization already.",
  user_can_only_delete_his_suggestions:
    "Another user made the suggestion: its author deletes it, or a user who may edit the text.",
  user_has_no_project_access: "A user cannot enter the project; the parameters are the ids. Choose other assignees.",
  user_is_managed_by_organization:
    "The account is managed by the single sign-on of an organization, and belongs to that one only.",
  user_is_not_member_of_organization: "The user is not a member of this organization.",
  user_is_not_owner_of_organization: "This needs the role of an owner in the organization.",
  user_is_not_owner_or_maintainer_of_organization: "This needs the role of an owner in the organization.",
  user_is_only_owner_of_organizations:
    "The user is the only owner of organizations, which the parameters name. Make another user an owner, or delete them too.",
  user_is_organization_member:
    "The user has a role in the organization. Change the role or set the permission to NONE.",
  user_is_organization_owner: "Owners of the organization may do everything; their permission cannot be set.",
  user_missing_password: "Set a password first: without the provider you could not log in.",
  user_not_found: "There is no such user.",
  username_already_exists: "This user name is taken.",
  validation_email_is_not_valid: "This is not an e-mail address.",
  webhook_config_disabled: "The webhook configuration is disabled, so nothing is sent. Enable it first.",
  webhook_header_values_needed: "The new URL leads to another server. Send the values of the headers for it.",
  webhook_template_invalid:
    "The body template cannot be rendered; the parameters are the mistake, its line and its column, 0 where they are unknown.",
  wrong_current_password: "The current password is wrong.",
  wrong_param_type: "A value in the address has the wrong type; the parameter names it."
} as const

/** Codes of failures that are not the client's, under 5xx. */
const serverSentences = {
  unexpected_error_occurred: "The server failed. The log has the details under the request id.",
  database_busy: "Another change of the same data takes long. Nothing was changed; send the request again later.",
  server_stopping: "The server stops and has undone the request. Send it again when the server is ready.",
  image_storage_unavailable: "The storage of images does not respond now. Send the request again later.",
  database_unavailable: "The database does not respond now. Send the request again later.",
  database_not_writable: "The disk of the database is full or read-only. Nothing was changed; reading still works.",
  server_overloaded:
    "The server has too many open files or connections. Nothing was changed; send the request again later.",
  database_damaged: "A part of the database cannot be read. The operator has to restore a backup."
} as const

/** A code that a rule may answer with. */
export type ErrorCode = keyof typeof sentences

export type ServerErrorCode = keyof typeof serverSentences

export const errorCodes: Readonly<Record<ErrorCode | ServerErrorCode, string>> = { ...sentences, ...serverSentences }
