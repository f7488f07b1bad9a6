export const LoginPage = () => (
  <div className="page py-16">
    <title>Login · Framelight</title>
    <h1 className="text-title">Login</h1>
  </div>
)
