import {
  AdministrationRepository,
  ConsoleSessionRepository,
  EmailVerificationRepository,
  PasswordResetRepository,
  KnownClientRepository,
  PasskeyRepository,
  PersonalAccessTokenRepository,
  SecondFactorRepository,
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
  PasskeyRepository.layer,
  PersonalAccessTokenRepository.layer,
  SecondFactorRepository.layer,
  ServerChannel.layer,
  ServerStatusRepository.layer,
  UserPreferenceRepository.layer
)
