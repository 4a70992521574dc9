import {
  AdministrationRepository,
  ConsoleSessionRepository,
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
  PersonalAccessTokenRepository.layer,
  ServerChannel.layer,
  ServerStatusRepository.layer,
  UserPreferenceRepository.layer
)
