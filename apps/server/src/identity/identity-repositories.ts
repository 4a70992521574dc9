import {
  AdministrationRepository,
  ConsoleSessionRepository,
  EmailVerificationRepository,
  IdentityRepository,
  KnownBrowserRepository,
  KnownClientRepository,
  PasskeyRepository,
  PasswordResetRepository,
  PersonalAccessTokenRepository,
  SecondFactorRepository,
  ServerChannel,
  ServerStatusRepository,
  SignInAttemptRepository,
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
  IdentityRepository.layer,
  KnownBrowserRepository.layer,
  PersonalAccessTokenRepository.layer,
  SecondFactorRepository.layer,
  ServerChannel.layer,
  ServerStatusRepository.layer,
  SignInAttemptRepository.layer,
  UserPreferenceRepository.layer
)
