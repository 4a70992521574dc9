export { gramsOf, sourceMaxUtf16Units } from "./grams.ts"
export { rankMatches, type ScoredMatch } from "./rank-matches.ts"
export { exactSimilarity, isSuggested, similarityOf } from "./similarity.ts"
export type {
  IndexState,
  IndexStorage,
  NumberedGram,
  Signature,
  StoredPostings
} from "./similarity-index/index-storage.ts"
export { makeSimilarityIndex, type SimilarityIndex, type SimilarSource } from "./similarity-index/similarity-index.ts"
