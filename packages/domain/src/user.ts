export {
  emailDomain,
  type LoginInput,
  normalizeUsername,
  type PasswordChange,
  type PasswordChangeInput,
  type SignUp,
  type SignUpInput,
  type StoredValue,
  signUpUsernames,
  type UserEdit,
  type UserEditInput,
  validateLogin,
  validatePasswordChange,
  validateSignUp,
  validateStoredValue,
  validateUserEdit
} from "./user/user-rules.ts"
