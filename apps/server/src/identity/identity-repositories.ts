import {
  AdministrationRepository,
  ConsoleSessionRepository,
  EmailVerificationRepository,
  PasswordResetRepository,
  KnownClientRepository,
  PersonalAccessTokenRepository,
  ServerChannel,
  ServerStatusRepository,
  UserPreferenceRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** The tables of people; each thread makes its own. */
export const layerIdentityRepositories = Layer.mergeAll(
  AdministrationRepository.layer,
  ConsoleSessionRepository.layer,
  EmailVerificationRepository.layer,
  PasswordResetRepository.layer,
  KnownClientRepository.layer,
  PersonalAccessTokenRepository.layer,
  ServerChannel.layer,
  ServerStatusRepository.layer,
  UserPreferenceRepository.layer
)
