export {
  computeStats,
  countWords,
  type LanguageStats,
  type ProjectStats,
  type StateCount,
  statePercentages,
  type TextCounts
} from "./stats/project-stats.ts"
