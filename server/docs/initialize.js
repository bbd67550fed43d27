// A file of its own: the page's policy allows no script inside of it.
SwaggerUIBundle({
  url: "../openapi.yaml",
  dom_id: "#reference",
  // Nothing but this server is asked: no online validator.
  validatorUrl: null,
  queryConfigEnabled: false,
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  supportedSubmitMethods: ["get", "head", "post"],
  defaultModelsExpandDepth: 0,
});
