/** What the tests' bundler makes of a file of bytes: an address that holds it whole. */
declare module "*.bin?inline" {
  const address: string;
  export default address;
}
