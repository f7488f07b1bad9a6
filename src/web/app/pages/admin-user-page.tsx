import { ConfirmItsYou } from '#web/features/accounts/confirm-its-you.tsx'
import { UserPage } from '#web/features/administration/user.tsx'

export const AdminUserPage = () => (
  <>
    <UserPage />
    <ConfirmItsYou />
  </>
)
