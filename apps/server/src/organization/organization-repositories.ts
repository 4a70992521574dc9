import {
  InvitationRepository,
  OrganizationLanguageRepository,
  OrganizationRepository,
  OrganizationSsoRepository,
  OrganizationUserRepository,
  SlugRepository,
  UserRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of organizations; each thread makes its own. */
export const layerOrganizationRepositories = Layer.mergeAll(
  InvitationRepository.layer,
  OrganizationLanguageRepository.layer,
  OrganizationRepository.layer,
  OrganizationSsoRepository.layer,
  OrganizationUserRepository.layer,
  SlugRepository.layer,
  UserRepository.layer
)
