export const PrivacyPage = () => (
  <div className="page py-16">
    <title>Privacy Policy · Framelight</title>
    <h1 className="text-title">Privacy Policy</h1>
  </div>
)
