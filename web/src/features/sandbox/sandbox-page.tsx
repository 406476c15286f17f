export function SandboxPage() {
  return <main>sandbox</main>;
}
