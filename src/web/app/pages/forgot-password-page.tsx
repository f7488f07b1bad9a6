export const ForgotPasswordPage = () => (
  <div className="page py-16">
    <title>Forgot your password? · Framelight</title>
    <h1 className="text-title">Forgot your password?</h1>
  </div>
)
