export default function HoursScreen() {
  return null
}
