export {
  type CommentContent,
  type CommentInput,
  type CommentState,
  checkCommentChange,
  commentStates,
  type NewComment,
  type NewCommentInput,
  validateComment,
  validateNewComment
} from "./comment/comment.ts"
export {
  type CommentPiece,
  findMentions,
  type Mentions,
  mentionsMax,
  printMention,
  splitMentions
} from "./comment/mention.ts"
