export async function judgeFollowed({ report }) {
  report.skip("weather follow", "this build has no such command");
}
