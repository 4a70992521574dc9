import { QualityCheckRepository } from "@dragoman/store"

/** Repositories of what helps translators; each thread makes its own. */
export const layerAssistanceRepositories = QualityCheckRepository.layer
