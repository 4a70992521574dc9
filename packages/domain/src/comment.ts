export {
  type CommentContent,
  type CommentInput,
  type CommentState,
  commentStates,
  type NewComment,
  type NewCommentInput,
  validateComment,
  validateNewComment
} from "./comment/comment.ts"
export { checkCommentChange } from "./comment/comment-author.ts"
