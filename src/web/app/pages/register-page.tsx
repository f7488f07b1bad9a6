export const RegisterPage = () => (
  <div className="page py-16">
    <title>Create your account · Framelight</title>
    <h1 className="text-title">Create your account</h1>
  </div>
)
