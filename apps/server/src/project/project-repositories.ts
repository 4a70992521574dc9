import {
  BranchCopyRepository,
  DeletedContentRepository,
  LanguageLimitRepository,
  MemberRepository,
  MyWorkRepository,
  ProjectApiKeyRepository,
  ProjectListRepository,
  StatsRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of projects; each thread makes its own. */
export const layerProjectRepositories = Layer.mergeAll(
  BranchCopyRepository.layer,
  DeletedContentRepository.layer,
  LanguageLimitRepository.layer,
  MemberRepository.layer,
  MyWorkRepository.layer,
  ProjectApiKeyRepository.layer,
  ProjectListRepository.layer,
  StatsRepository.layer
)
