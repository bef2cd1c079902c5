/** What the error of a missing PDF reader tells. */
export const UNPDF_INSTALL_INSTRUCTIONS: string =
  'PDFs are read by the package "unpdf", which is not installed here. Add it to the project: npm install unpdf@1';
