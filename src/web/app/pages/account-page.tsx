export const AccountPage = () => (
  <div className="page py-16">
    <title>Account Settings · Framelight</title>
    <h1 className="text-title">Account Settings</h1>
  </div>
)
