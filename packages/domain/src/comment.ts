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
