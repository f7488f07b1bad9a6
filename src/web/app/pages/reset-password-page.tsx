export const ResetPasswordPage = () => (
  <div className="page py-16">
    <title>Choose a new password · Framelight</title>
    <h1 className="text-title">Choose a new password</h1>
  </div>
)
