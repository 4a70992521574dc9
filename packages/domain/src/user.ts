export {
  type AccountContent,
  type AdministeredUserInput,
  type NewUserInput,
  validateAdministeredUser,
  validateNewPassword,
  validateNewUser
} from "./user/administered-user.ts"
export { checkEmailDomain, type EmailDomainRules } from "./user/email-domain.ts"
export {
  type PasswordReset,
  type PasswordResetInput,
  type PasswordResetLink,
  validatePasswordReset,
  validatePasswordResetLink,
  validatePasswordResetRequest
} from "./user/password-reset-rules.ts"
export {
  brokenPasswordRules,
  emailDomain,
  formerUserName,
  isUsername,
  type LoginInput,
  normalizeUsername,
  type PasswordChange,
  type PasswordChangeInput,
  type PasswordRule,
  passwordMaxUtf16Units,
  passwordMinUtf16Units,
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
