export default function Stub() {
  return <h1>Stub</h1>;
}
