/** Tells a password manager whose password a form asks for, where no field for people does. */
export const WhosePassword = ({ email = '' }: { email?: string | undefined }) => (
  <input type="text" autoComplete="username" value={email} readOnly hidden />
)
