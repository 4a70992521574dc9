import type { Migration } from "./migration.ts"

/**
 * Users, organizations, projects with their permissions, credentials, imports up to their issues, activity and webhooks.
 * Lists that are always read whole (scopes, language ids) are JSON text; `null` in a language list means all languages.
 * Times are epoch milliseconds. Flags are 0 or 1.
 */
export const initial: Migration = {
  version: 1,
  name: "initial",
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE server_value (name ${text} PRIMARY KEY, value ${text} NOT NULL) ${strict}`,

    `CREATE TABLE user_account (
      id ${id},
      username ${text} NOT NULL,
      name ${text} NOT NULL,
      password_hash ${text},
      server_role ${text} NOT NULL DEFAULT 'USER',
      is_initial ${integer} NOT NULL DEFAULT 0,
      password_changed ${integer} NOT NULL DEFAULT 1,
      tokens_valid_not_before ${integer} NOT NULL DEFAULT 0,
      preferred_organization_id ${integer},
      language_tag ${text},
      avatar_hash ${text},
      created_at ${integer} NOT NULL,
      disabled_at ${integer},
      deleted_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX user_account_username ON user_account (username) WHERE deleted_at IS NULL`,
    `CREATE TABLE user_stored_value (
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      field ${text} NOT NULL,
      data ${text} NOT NULL,
      PRIMARY KEY (user_id, field)
    ) ${strict}`,

    `CREATE TABLE organization (
      id ${id},
      name ${text} NOT NULL,
      slug ${text} NOT NULL,
      description ${text},
      base_type ${text},
      base_scopes ${text},
      avatar_hash ${text},
      created_at ${integer} NOT NULL,
      deleted_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX organization_slug ON organization (slug)`,
    `CREATE TABLE organization_role (
      organization_id ${integer} NOT NULL REFERENCES organization (id),
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      role ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (organization_id, user_id)
    ) ${strict}`,
    `CREATE INDEX organization_role_user ON organization_role (user_id, organization_id)`,

    `CREATE TABLE project (
      id ${id},
      organization_id ${integer} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      slug ${text} NOT NULL,
      description ${text},
      base_language_id ${integer},
      default_namespace_id ${integer},
      use_namespaces ${integer} NOT NULL DEFAULT 0,
      icu_placeholders ${integer} NOT NULL DEFAULT 1,
      avatar_hash ${text},
      created_at ${integer} NOT NULL,
      deleted_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX project_slug ON project (slug) WHERE deleted_at IS NULL`,
    `CREATE INDEX project_slug_ever ON project (slug)`,
    `CREATE INDEX project_organization ON project (organization_id, id) WHERE deleted_at IS NULL`,
    `CREATE TABLE language (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      name ${text} NOT NULL,
      original_name ${text},
      tag ${text} NOT NULL,
      flag_emoji ${text},
      created_at ${integer} NOT NULL,
      deleted_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX language_tag ON language (project_id, tag) WHERE deleted_at IS NULL`,
    `CREATE TABLE namespace (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      name ${text} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX namespace_name ON namespace (project_id, name)`,

    `CREATE TABLE direct_permission (
      project_id ${integer} NOT NULL REFERENCES project (id),
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      type ${text},
      scopes ${text},
      translate_language_ids ${text},
      view_language_ids ${text},
      state_change_language_ids ${text},
      created_at ${integer} NOT NULL,
      PRIMARY KEY (project_id, user_id)
    ) ${strict}`,
    `CREATE INDEX direct_permission_user ON direct_permission (user_id, project_id)`,
    `CREATE INDEX direct_permission_none ON direct_permission (user_id, project_id) WHERE type = 'NONE'`,

    `CREATE TABLE invitation (
      id ${id},
      code ${text} NOT NULL,
      organization_id ${integer} REFERENCES organization (id),
      organization_role ${text},
      project_id ${integer} REFERENCES project (id),
      type ${text},
      scopes ${text},
      translate_language_ids ${text},
      view_language_ids ${text},
      state_change_language_ids ${text},
      name ${text},
      email ${text},
      created_by ${integer} NOT NULL REFERENCES user_account (id),
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX invitation_code ON invitation (code)`,
    `CREATE INDEX invitation_organization ON invitation (organization_id) WHERE organization_id IS NOT NULL`,
    `CREATE INDEX invitation_project ON invitation (project_id) WHERE project_id IS NOT NULL`,
    `CREATE INDEX invitation_created_by ON invitation (created_by)`,

    `CREATE TABLE project_api_key (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      description ${text} NOT NULL,
      scopes ${text} NOT NULL,
      key_hash ${text} NOT NULL,
      expires_at ${integer},
      last_used_at ${integer},
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX project_api_key_hash ON project_api_key (key_hash)`,
    `CREATE INDEX project_api_key_project ON project_api_key (project_id, id)`,
    `CREATE INDEX project_api_key_user ON project_api_key (user_id, id)`,
    `CREATE TABLE personal_access_token (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      description ${text} NOT NULL,
      token_hash ${text} NOT NULL,
      expires_at ${integer},
      last_used_at ${integer},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX personal_access_token_hash ON personal_access_token (token_hash)`,
    `CREATE INDEX personal_access_token_user ON personal_access_token (user_id, id)`,

    `CREATE TABLE import (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      is_staging ${integer} NOT NULL DEFAULT 0,
      created_at ${integer} NOT NULL,
      deleted_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX import_project_user ON import (project_id, user_id) WHERE deleted_at IS NULL AND is_staging = 0`,
    `CREATE INDEX import_removed ON import (id) WHERE deleted_at IS NOT NULL OR is_staging = 1`,
    `CREATE TABLE import_file (
      id ${id},
      import_id ${integer} NOT NULL REFERENCES import (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      namespace ${text},
      detected_namespace ${text},
      format ${text} NOT NULL,
      format_reason ${text} NOT NULL,
      issue_count ${integer} NOT NULL DEFAULT 0
    ) ${strict}`,
    `CREATE INDEX import_file_import ON import_file (import_id, id)`,
    `CREATE TABLE import_language (
      id ${id},
      import_file_id ${integer} NOT NULL REFERENCES import_file (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      existing_language_id ${integer},
      total_count ${integer} NOT NULL DEFAULT 0
    ) ${strict}`,
    `CREATE INDEX import_language_file ON import_language (import_file_id, id)`,
    `CREATE INDEX import_language_existing ON import_language (existing_language_id) WHERE existing_language_id IS NOT NULL`,
    `CREATE TABLE import_key (
      id ${id},
      import_file_id ${integer} NOT NULL REFERENCES import_file (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      description ${text},
      custom_values ${text},
      code_references ${text},
      plural_argument_name ${text}
    ) ${strict}`,
    `CREATE UNIQUE INDEX import_key_name ON import_key (import_file_id, name)`,
    `CREATE TABLE import_translation (
      id ${id},
      import_language_id ${integer} NOT NULL REFERENCES import_language (id) ON DELETE CASCADE,
      import_key_id ${integer} NOT NULL REFERENCES import_key (id) ON DELETE CASCADE,
      value ${text},
      is_plural ${integer} NOT NULL DEFAULT 0,
      is_selected ${integer} NOT NULL DEFAULT 1
    ) ${strict}`,
    `CREATE UNIQUE INDEX import_translation_key ON import_translation (import_language_id, import_key_id)`,
    `CREATE INDEX import_translation_import_key ON import_translation (import_key_id)`,
    `CREATE TABLE import_file_issue (
      id ${id},
      import_file_id ${integer} NOT NULL REFERENCES import_file (id) ON DELETE CASCADE,
      position ${integer} NOT NULL,
      type ${text} NOT NULL,
      parameters ${text} NOT NULL,
      line_number ${integer},
      column_number ${integer},
      message ${text} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX import_file_issue_position ON import_file_issue (import_file_id, position)`,
    `CREATE INDEX import_file_issue_type ON import_file_issue (import_file_id, type, position)`,

    `CREATE TABLE activity_revision (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      author_id ${integer},
      type ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX activity_revision_project ON activity_revision (project_id, id)`,
    `CREATE TABLE activity_modified_entity (
      revision_id ${integer} NOT NULL REFERENCES activity_revision (id) ON DELETE CASCADE,
      entity_class ${text} NOT NULL,
      entity_id ${integer} NOT NULL,
      kind ${text} NOT NULL,
      description ${text} NOT NULL,
      modifications ${text} NOT NULL,
      relations ${text} NOT NULL,
      PRIMARY KEY (revision_id, entity_class, entity_id)
    ) ${strict}`,

    `CREATE TABLE webhook_configuration (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      url ${text} NOT NULL,
      secret ${text} NOT NULL,
      enabled ${integer} NOT NULL DEFAULT 1,
      auto_disabled ${integer} NOT NULL DEFAULT 0,
      first_failed_at ${integer},
      last_executed_at ${integer},
      warned_at ${integer},
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX webhook_configuration_project ON webhook_configuration (project_id, id)`,
    `CREATE TABLE delivery (
      id ${id},
      message_id ${text} NOT NULL,
      webhook_configuration_id ${integer} NOT NULL REFERENCES webhook_configuration (id) ON DELETE CASCADE,
      revision_id ${integer} NOT NULL,
      state ${text} NOT NULL DEFAULT 'PENDING',
      attempt_count ${integer} NOT NULL DEFAULT 0,
      next_attempt_at ${integer} NOT NULL,
      leased_until ${integer},
      leased_by ${text},
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX delivery_message ON delivery (message_id)`,
    `CREATE INDEX delivery_due ON delivery (next_attempt_at, webhook_configuration_id) WHERE state = 'PENDING'`,
    `CREATE INDEX delivery_configuration_due ON delivery (webhook_configuration_id, next_attempt_at, id) WHERE state = 'PENDING'`,
    `CREATE INDEX delivery_configuration ON delivery (webhook_configuration_id, id)`,
    `CREATE INDEX delivery_finished ON delivery (created_at) WHERE state <> 'PENDING'`,
    `CREATE TABLE delivery_content (
      delivery_id ${integer} PRIMARY KEY REFERENCES delivery (id) ON DELETE CASCADE,
      body ${text} NOT NULL
    ) ${strict}`,
    `CREATE TABLE delivery_attempt (
      id ${id},
      delivery_id ${integer} NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
      number ${integer} NOT NULL,
      started_at ${integer} NOT NULL,
      duration_millis ${integer} NOT NULL,
      status ${integer},
      error ${text},
      answer ${text}
    ) ${strict}`,
    `CREATE INDEX delivery_attempt_delivery ON delivery_attempt (delivery_id, number)`
  ],
  undo: null
}
