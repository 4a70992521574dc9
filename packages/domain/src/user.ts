export {
  emailDomain,
  type LoginInput,
  normalizeUsername,
  type PasswordChange,
  type PasswordChangeInput,
  type SignUp,
  type SignUpInput,
  signUpUsernames,
  type UserEdit,
  type UserEditInput,
  validateLogin,
  validatePasswordChange,
  validateSignUp,
  validateUserEdit
} from "./user/user-rules.ts"
